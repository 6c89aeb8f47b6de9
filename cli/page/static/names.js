// Cards by name, as every view says them. Pure.

export const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
export const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight",
  7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
export const PACK = "AKQJT98765432";

export const rankText = (rank) => (rank === "T" ? "10" : rank);
export const cardName = (card) => `${RANKS[card[1]]} of ${SUITS[card[0]]}`;
