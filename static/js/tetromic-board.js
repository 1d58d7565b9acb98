// The table of Tetromic without a script is forms: a piece, then one of its places. Here a piece is held over one's own
// board, moved, turned and flipped, and placed where it fits; where it does not, it is said why.
"use strict";
(() => {
  const SIDE = 10;
  const root = () => document.querySelector("[data-tetromic]");
  const board = () => document.querySelector("[data-board]");
  if (!root()) return;

  let held = null; // {piece, shape: [[x, y]…], x, y}: its nodes, and the lower left of the box around them
  let isPutBack = false; // the player wants no piece in the hand: none is offered until one is placed
  let hintSeen = "";
  let isSent = false; // it is on its way to the board: what comes back says whether it lies there

  // Shapes: turned and flipped as the law's orientations are

  const settled = (nodes) => {
    const left = Math.min(...nodes.map(([x]) => x));
    const low = Math.min(...nodes.map(([, y]) => y));
    return nodes.map(([x, y]) => [x - left, y - low]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  };
  const turned = (shape) => settled(shape.map(([x, y]) => [y, -x]));
  const flipped = (shape) => settled(shape.map(([x, y]) => [-x, y]));
  const width = (shape) => Math.max(...shape.map(([x]) => x)) + 1;
  const height = (shape) => Math.max(...shape.map(([, y]) => y)) + 1;
  const pieces = () => JSON.parse(root().dataset.pieces);
  const size = () => ({ rows: Number(root().dataset.rows), columns: Number(root().dataset.columns) });
  const orientation = () => {
    const wanted = JSON.stringify(held.shape);
    return pieces()[held.piece].findIndex((shape) => JSON.stringify(settled(shape)) === wanted);
  };

  // Where the piece is held

  const nodes = () => held.shape.map(([x, y]) => [held.x + x, held.y + y]);
  // A piece lies in columns and rows, whose numbers stand at the edge of the board.
  const span = (what, numbers) => {
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    return low === high ? `${what} ${low}` : `${what}s ${low} to ${high}`;
  };
  const whereabouts = (found) => `${span("column", found.map(([x]) => x))}, ${span("row", found.map(([, y]) => y))}`;
  const filled = () => {
    const rows = JSON.parse(board().dataset.board);
    for (const [x, y] of nodes()) rows[y][x] = 1;
    return rows.flatMap((row, y) => (row.every((unit) => unit) ? [y] : []));
  };
  const fits = () => {
    const rows = filled();
    const brings = rows.length ? ` and fills ${rows.length > 1 ? "rows" : "row"} ${rows.join(" and ")}: +${rows.length} point${rows.length > 1 ? "s" : ""}` : "";
    return `${held.piece} in ${whereabouts(nodes())}: it fits${brings}.`;
  };
  const inWords = (found) => found.map(([x, y]) => `(${x},${y})`).join(" ");
  const taken = () => {
    const rows = JSON.parse(board().dataset.board);
    return nodes().filter(([x, y]) => rows[y][x]);
  };
  const within = () => {
    const { rows, columns } = size();
    held.x = Math.max(0, Math.min(held.x, columns - width(held.shape)));
    held.y = Math.max(0, Math.min(held.y, rows - height(held.shape)));
    return height(held.shape) <= rows && width(held.shape) <= columns;
  };
  const trouble = () => {
    if (!within()) return `A ${held.piece} turned like this does not fit on the board.`;
    const there = taken();
    return there.length ? `It does not fit there: ${inWords(there)} ${there.length > 1 ? "are" : "is"} on already.` : "";
  };

  const show = () => {
    const why = held ? trouble() : "";
    const ghost = board()?.querySelector("[data-ghost]");
    const { rows } = size();
    if (ghost) {
      ghost.setAttribute("d", held ? nodes().map(([x, y]) => `M${x * SIDE + 0.6} ${(rows - 1 - y) * SIDE + 0.6}h8.8v8.8h-8.8z`).join(" ") : "");
      ghost.classList.toggle("in-vain", why !== "");
      const kind = held ? JSON.parse(root().dataset.kinds)[held.piece] : 0;
      const mark = JSON.parse(root().dataset.marks)[kind];
      board().querySelector("[data-held]").setAttribute("class", `kind-${kind}`);
      board().querySelector("[data-ghost-marks]").setAttribute("d", held ? nodes().map(([x, y]) => `M${x * SIDE} ${(rows - 1 - y) * SIDE}${mark}`).join(" ") : "");
    }
    document.querySelector("[data-stage]")?.classList.toggle("is-holding", held !== null);
    for (const button of root().querySelectorAll("[data-piece]")) button.setAttribute("aria-pressed", String(held?.piece === button.dataset.piece));
    for (const button of root().querySelectorAll("[data-do]")) button.disabled = !held || isSent || (button.dataset.do === "place" && why !== "");
    const [columns, lines] = [0, 1].map((axis) => new Set(held ? nodes().map((node) => String(node[axis])) : []));
    for (const label of root().querySelectorAll("[data-column], [data-row]")) {
      const { column, row } = label.dataset;
      label.classList.toggle("is-under", column ? columns.has(column) : lines.has(row));
    }
    const fills = new Set(held && !why ? filled().map(String) : []);
    for (const label of root().querySelectorAll("[data-row]")) label.classList.toggle("is-filled", fills.has(label.dataset.row));
    const readout = root().querySelector("[data-readout]");
    if (!readout) return;
    readout.classList.toggle("good", fills.size > 0);
    readout.classList.toggle("bad", why !== "");
    const words = held ? why || fits() : "Choose a piece, then a place for it.";
    if (readout.textContent !== words) readout.textContent = words;
  };

  // What can be done with it

  // A piece starts where a hint puts it; else where a bot would put it; else, if it fits nowhere, low in the middle.
  const advised = () => JSON.parse(root().dataset.advised || "null");
  const start = (piece) => {
    const hint = advised();
    const at = hint?.piece === piece ? hint : JSON.parse(root().dataset.starts)[piece];
    const shape = settled(pieces()[piece][at?.orientation ?? 0]);
    return { piece, shape, x: at?.x ?? Math.floor((size().columns - width(shape)) / 2), y: at?.y ?? 0 };
  };
  // The first piece is in the hand without a press; another is taken up in its place. Keys are its own only once one is at the board: until then they scroll.
  const offer = () => {
    const found = [...root().querySelectorAll("[data-piece]")];
    const hint = advised();
    const piece = hint ? hint.piece : found[0]?.dataset.piece;
    if (held || isSent || isPutBack || !piece || !board() || !found.some((button) => button.dataset.piece === piece)) return;
    held = { ...start(piece), isOffered: true };
  };
  const hold = (piece) => {
    held = start(piece);
    show();
    const stage = document.querySelector("[data-stage]");
    stage.focus({ preventScroll: true });
    stage.scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  const reshape = (change) => {
    held.shape = change(held.shape);
    show();
  };
  const move = (right, up) => {
    held.x += right;
    held.y += up;
    show();
  };
  const leave = () => {
    const piece = held?.piece;
    held = null;
    isPutBack = true;
    show();
    root().querySelector(`[data-piece='${CSS.escape(piece || "")}']`)?.focus();
  };
  const place = () => {
    if (isSent || trouble()) return show();
    const button = Object.assign(document.createElement("button"), { name: "move", hidden: true });
    button.value = JSON.stringify({ kind: "place", piece: held.piece, orientation: orientation(), anchor: [held.x, held.y] });
    const form = document.getElementById("move-form");
    form.append(button);
    isSent = true;
    button.click();
    setTimeout(() => button.remove());
  };
  const doing = { turn: () => reshape(turned), flip: () => reshape(flipped), place, leave };

  // The mouse places where it clicks; a finger moves the piece, for it hides what is under it.

  const follow = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
    const { rows } = size();
    held.x = Math.round(at.x / SIDE - width(held.shape) / 2);
    held.y = Math.round(rows - at.y / SIDE - height(held.shape) / 2);
    show();
  };
  const isOnBoard = (event) => held && board()?.contains(event.target);
  document.body.addEventListener("pointermove", (event) => isOnBoard(event) && event.pointerType !== "touch" && follow(event));
  document.body.addEventListener("pointerup", (event) => isOnBoard(event) && event.pointerType === "touch" && follow(event));
  document.body.addEventListener("click", (event) => {
    const piece = event.target.closest?.("[data-piece]");
    const act = event.target.closest?.("[data-do]");
    if (piece) {
      event.preventDefault();
      hold(piece.dataset.piece);
    } else if (act && held) doing[act.dataset.do]();
    else if (isOnBoard(event) && event.pointerType !== "touch") {
      follow(event);
      place();
    }
  });

  const KEYS = { r: doing.turn, f: doing.flip, Escape: leave, ArrowUp: () => move(0, 1), ArrowDown: () => move(0, -1), ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), Enter: place, " ": place };
  document.body.addEventListener("keydown", (event) => {
    if (!held || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    const pressed = event.key === "Enter" || event.key === " ";
    if (pressed && event.target.matches("button, a, summary")) return;
    if (held.isOffered && !root().contains(document.activeElement)) return;
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // At first, and whenever the table is drawn anew: what is held stays held while it is still in hand.

  const setUp = () => {
    if (!root()) return;
    for (const part of root().querySelectorAll("[data-scripted]")) part.hidden = false;
    const stage = root().querySelector("[data-stage]");
    if (stage && root().querySelector("[data-readout]")) {
      stage.tabIndex = 0;
      stage.setAttribute("role", "application");
      stage.setAttribute("aria-label", "Your board. Choose a piece; arrows move it, R turns it, F flips it, Enter places it, Escape puts it back.");
    }
    if (held && !isSent && !root().querySelector(`[data-piece='${CSS.escape(held.piece)}']`)) held = null;
    const hint = root().dataset.advised || "";
    if (hint && hint !== hintSeen && !isSent) held = null; // what the hint advises is offered in its place
    if (hint !== hintSeen) isPutBack = false;
    hintSeen = hint;
    offer();
    show();
    joinTurns();
  };

  // The next turn and its pieces are one press: the clock moves, and on the table that follows the pieces are gained.
  const GAIN_NEXT = "tetromic-gains";
  const joinTurns = () => {
    const next = document.getElementById("move-clock");
    if (!next || document.getElementById("gain")) return;
    next.textContent = "Next turn: get new pieces";
    next.form.addEventListener("submit", () => sessionStorage.setItem(GAIN_NEXT, location.pathname), { once: true });
  };
  const gainNow = () => {
    const wanted = sessionStorage.getItem(GAIN_NEXT) === location.pathname;
    sessionStorage.removeItem(GAIN_NEXT);
    if (wanted) document.getElementById("gain")?.click();
  };
  addEventListener("load", gainNow);
  document.body.addEventListener("htmx:afterRequest", ({ detail: { requestConfig } }) => requestConfig?.elt.matches(".next-turn form") && setTimeout(gainNow));

  // Refused, it is still held; placed, the next piece is at hand.
  const cameBack = ({ detail: { requestConfig, xhr } }) => {
    if (!isSent || requestConfig.elt.id !== "move-form") return;
    isSent = false;
    const { piece } = held;
    if (xhr.status === 200) {
      held = null;
      isPutBack = false;
      if (root()?.querySelector(".own-board .cleared")) document.body.dispatchEvent(new Event("table:coins"));
    }
    setUp();
    const inHand = `[data-piece='${CSS.escape(piece)}']`;
    const next = root()?.querySelector(inHand) || root()?.querySelector("[data-piece], #gain, [data-stage]");
    if (!held || held.isOffered) next?.focus({ preventScroll: true });
  };
  document.body.addEventListener("htmx:afterSwap", (event) => event.detail.target?.id === "table" && setUp());
  document.body.addEventListener("htmx:afterRequest", cameBack);
  setUp();
})();
