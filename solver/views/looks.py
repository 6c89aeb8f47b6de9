"""The style of what is drawn as HTML, and the one script of the reports; nothing here draws."""

__all__ = ["DRAWN", "PAGE", "STEPS"]

DRAWN = """
.hakem{--bg:light-dark(#fff,#14171a);--panel:light-dark(#f4f5f7,#1e2328);
--text:light-dark(#1b1f24,#e6e8ea);--muted:light-dark(#57606a,#a3acb5);
--S:light-dark(#1a1a1a,#e6e8ea);--H:light-dark(#c01c28,#ff8a80);--D:light-dark(#1a5fb4,#8ab4f8);
--C:light-dark(#00695c,#5bd6b0);--kot:light-dark(#0b4a75,#9bd6fb);--win:light-dark(#4292c6,#3a86bc);
--loss:light-dark(#c9792b,#b56d2a);--goon:light-dark(#7f3607,#ffc794);--soft:light-dark(#d5d9de,#363d45);
--mid:light-dark(#10151a,#0b0e11);--dark:light-dark(#fff,#14171a);--edge:light-dark(#7d8590,#6e7781);
color-scheme:light dark;background:var(--bg);color:var(--text);
font:100%/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif;
.S{color:var(--S)}.H{color:var(--H)}.D{color:var(--D)}.C{color:var(--C)}
.deal{display:grid;grid-template-columns:1fr 1fr 1fr;gap:.4rem;background:var(--panel);
border-radius:10px;padding:.8rem;max-width:42rem;margin:.6rem 0}.seat{min-width:0}
.seat b{font-size:.85rem;display:block}
.p-top{grid-area:1/2}.p-left{grid-area:2/1}.p-right{grid-area:2/3}.p-bottom{grid-area:3/2}
.middle{grid-area:2/2;align-self:center;text-align:center;color:var(--muted)}
.deal.row{grid-template-columns:repeat(auto-fit,minmax(10rem,1fr))}
pre{overflow-x:auto;background:var(--panel);color:inherit;border-radius:10px;padding:.8rem;
line-height:1.25;font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.85rem}
pre.narrow{display:none;font-size:.8rem}.verdict{font-weight:700;font-size:1.05rem}
svg{overflow:visible;max-width:100%}svg text{fill:var(--text);font-size:13px;font-family:inherit}
svg.hand{display:block;height:auto}svg.hand text{font-size:16px}
svg .legend,svg .axis{fill:var(--muted)}
svg .S{fill:var(--S)}svg .H{fill:var(--H)}svg .D{fill:var(--D)}svg .C{fill:var(--C)}
svg .S .sign{fill:var(--S)}svg .H .sign{fill:var(--H)}svg .D .sign{fill:var(--D)}
svg .C .sign{fill:var(--C)}svg .sign{font-size:20px}
svg .kot{fill:var(--kot)}svg .win{fill:var(--win)}svg .rest{fill:var(--soft)}
svg .loss{fill:var(--loss)}svg .goon{fill:var(--goon)}svg .on.kot,svg .on.goon{fill:var(--dark)}
svg .on.win,svg .on.loss{fill:var(--mid)}svg .on.rest{fill:var(--text)}
svg .hatch{fill:rgb(128 128 128/.45)}
svg .whisker,svg .dot{stroke:var(--text);stroke-width:2}svg .dot{fill:var(--bg)}
svg .dot.class,svg .dot.fault{fill:var(--loss)}svg .dot.A:not(.fault,.class){fill:var(--text)}
svg .grid{stroke:var(--soft)}svg .range{stroke:var(--edge)}
svg .curve{stroke:var(--win);stroke-width:2.5}svg .cursor{stroke:var(--text);stroke-dasharray:3 3}
svg .gone{opacity:.28}.now{font-weight:700}details{margin:.3rem 0}summary{cursor:pointer}
.bar{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}.bar[hidden]{display:none}
.bar button{font:inherit;min-width:2.75rem;min-height:2.75rem;color:inherit;background:var(--panel);
border:1px solid var(--edge);border-radius:6px}.says{min-height:1.5em}
@media(max-width:560px){.deal:not(.row){grid-template-columns:1fr 1fr}.p-top{grid-area:1/1/2/3}
.p-left{grid-area:2/1}.p-right{grid-area:2/2}.middle{grid-area:3/1/4/3}.p-bottom{grid-area:4/1/5/3}
pre.narrow{display:block}pre.wide{display:none}}
@media print{color-scheme:light;background:none;.deal,pre,svg,details,tr{break-inside:avoid}
.deal,pre{background:none;border:1px solid #999}pre.narrow{display:none}
pre.wide{display:block;font-size:.7rem;white-space:pre-wrap}
.bar,.says{display:none}h2,h3,summary{break-after:avoid}}
}
"""
"""The style of everything that is drawn, inside an element of the class `hakem`."""

PAGE = """
*{box-sizing:border-box}body{margin:0 auto;padding:1rem;max-width:60rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:1.6rem}footer{margin-top:2rem;
color:var(--muted);font-size:.85rem;border-top:1px solid var(--soft);overflow-wrap:anywhere}
.question{break-inside:avoid;margin-bottom:1.6rem}.answers{break-before:page}
@media print{@page{margin:15mm}body{max-width:none;padding:0}}
"""
"""The style of a report around it."""

STEPS = """
for (const play of document.querySelectorAll("[data-play]")) {
  const steps = JSON.parse(play.querySelector("script").textContent);
  const says = play.querySelector(".says"), trick = play.querySelector(".trick");
  const cards = new Map();
  for (const one of play.querySelectorAll("[data-card]")) cards.set(one.dataset.card, one);
  let at = 0;
  const cursor = (svg) => {
    svg.querySelector(".cursor")?.remove();
    if (!at) return;
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const x = `${Number(svg.dataset.left) + svg.dataset.wide * at / steps.length}%`;
    const shape = { class: "cursor", x1: x, x2: x, y1: 6,
      y2: svg.getAttribute("height") - 28 };
    for (const [name, to] of Object.entries(shape)) line.setAttribute(name, to);
    svg.append(line);
  };
  const show = (to) => {
    at = Math.max(0, Math.min(steps.length, to));
    steps.forEach(([card], n) => cards.get(card)?.classList.toggle("gone", n < at));
    const last = steps[at - 1];
    trick.replaceChildren(...steps.slice(0, at).filter((one) => one[4] === last[4]).map((one) => {
      const said = document.createElement("span");
      said.className = one === last ? `${one[0][0]} now` : one[0][0];
      said.textContent = `${one[1]}: ${one[2]} `;
      return said;
    }));
    says.textContent = !last ? "Before the first card."
      : `Trick ${last[4]}, seat ${last[1]} plays ${last[2]}. ${last[3]}`;
    play.querySelectorAll("svg.timeline").forEach(cursor);
  };
  const bar = play.querySelector(".bar"), ways = { "|‹": -1e3, "‹": -1, "›": 1, "›|": 1e3 };
  const names = ["to the start", "a card back", "a card on", "to the end"];
  for (const [n, [text, way]] of Object.entries(ways).entries()) {
    const button = bar.appendChild(document.createElement("button"));
    button.textContent = text;
    button.setAttribute("aria-label", names[n]);
    button.addEventListener("click", () => show(at + way));
  }
  bar.hidden = false;
  play.addEventListener("step", (event) => show(at + event.detail));
  show(0);
}
document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: -1, ArrowRight: 1, Home: -1e3, End: 1e3 }[event.key];
  const near = event.target.closest("[data-play]"), all = document.querySelectorAll("[data-play]");
  const play = near || (all.length === 1 ? all[0] : null);
  if (!way || !play || event.altKey || event.ctrlKey || event.metaKey) return;
  play.dispatchEvent(new CustomEvent("step", { detail: way * (event.shiftKey ? 4 : 1) }));
  event.preventDefault();
});
"""
"""The script of a report that shows a play: buttons and arrow keys step through its cards."""
