// Our own forms of a place, read back from a pasted text: the address of the page, the line of the
// command, and what stands besides, such as a record. Pure.

const OPTIONS = { "-t": "trump", "--trump": "trump", "--variant": "variant", "--leader": "leader",
  "--player": "player", "--play": "play", "--set": "set", "--option": "set" };

/** {address, command, rest}: the part of an address behind `#/deal?`, the line `hakem solve ...`. */
export function ownForms(text) {
  const found = { address: null, command: null, rest: "" };
  const rest = text.split("\n").filter((line) => {
    const address = /^\s*(?:https?:\/\/\S+?)?\/?#(?:k=[\w-]+&)?\/deal\?(\S+)\s*$/.exec(line);
    if (address) found.address ??= address[1];
    const command = /^\s*(?:\$\s*)?hakem\s+solve\s+(.*)$/.exec(line);
    if (command) found.command ??= command[1];
    return !address && !command;
  });
  found.rest = rest.join("\n").trim();
  return found;
}

/** The words of a command line: blanks part them but in quotes. */
export function wordsOf(line) {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2] ?? found[3]);
}

/** `hakem solve` as {deal, trump, variant, options, leader, player, play}; what it does not say is left out. */
export function commandHand(line) {
  const hand = { options: {} };
  const deal = [];
  const words = wordsOf(line);
  while (words.length) {
    const word = words.shift();
    const [name, joined] = word.startsWith("--") ? word.split(/=(.*)/s) : [word];
    const option = OPTIONS[name];
    if (!option) {
      if (!word.startsWith("-")) deal.push(word);
      continue;
    }
    const value = joined ?? words.shift() ?? "";
    if (option === "set") {
      const [rule, chosen = ""] = value.split(/=(.*)/s);
      hand.options[rule] = chosen;
    } else if (option === "play") {
      hand.play = value.split(/[\s,]+/).filter(Boolean);
    } else {
      hand[option] = /^\d+$/.test(value) ? Number(value) : value;
    }
  }
  hand.deal = deal.join(" ");
  return hand;
}
