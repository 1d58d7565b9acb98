// Checks the proof of a cycle as verify_draws.py does, in the same words: the chain of the journal (nomic-chain-1), the
// draws (nomic-draw-1), seeds and seals. Nothing leaves the browser.
"use strict";
const Proof = (() => {
  const SCHEME = "nomic-chain-1";
  const DRAW_SCHEME = "nomic-draw-1";
  const TOLD_ANEW = ["tell-anew", "tell-rerolled", "tell-corrected"];
  const NEW_SEEDS = "new-seeds";
  const RANGE = 1n << 256n;
  const HEX_32_BYTES = /^[0-9a-f]{64}$/;
  const HEX_ID = /^[0-9a-f]{32}$/;
  const SIDES = /^[0-9]{1,20}$/;
  const BEGINNING = '"entries":[';

  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const sha256 = async (data) => hexOf(await crypto.subtle.digest("SHA-256", data));
  const textDigest = (text) => sha256(new TextEncoder().encode(text));

  // JSON as it is digested: no blanks, keys sorted by code points, all beyond ASCII escaped.
  function written(data) {
    if (Array.isArray(data)) return `[${data.map(written).join(",")}]`;
    if (data !== null && typeof data === "object") {
      const keys = Object.keys(data).sort(byCodePoints);
      return `{${keys.map((key) => `${ascii(key)}:${written(data[key])}`).join(",")}}`;
    }
    return typeof data === "string" ? ascii(data) : String(JSON.stringify(data));
  }

  function byCodePoints(one, other) {
    const [left, right] = [[...one], [...other]];
    for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
      const difference = left[at].codePointAt(0) - right[at].codePointAt(0);
      if (difference) return difference;
    }
    return left.length - right.length;
  }

  function ascii(text) {
    return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }

  const digest = (data) => textDigest(written(data));

  async function drawnValue(seed, entry, label, index, sides) {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const limit = RANGE - (RANGE % sides);
    for (let attempt = 0; ; attempt += 1) {
      const message = new TextEncoder().encode(`${entry}\n${label}\n${index}\n${attempt}`);
      const number = BigInt(`0x${hexOf(await crypto.subtle.sign("HMAC", key, message))}`);
      if (number < limit) return number % sides;
    }
  }

  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const isWhole = (value) => Number.isSafeInteger(value) && value >= 0;
  const isHex = (value) => typeof value === "string" && HEX_32_BYTES.test(value);
  const isLine = (value) => typeof value === "string" && !/\n|\p{Surrogate}/u.test(value);
  const isNumber = (value) => isWhole(value) || (typeof value === "string" && SIDES.test(value));

  function wrongWithEntry(entry) {
    if (!isObject(entry)) return "is not an object";
    for (const name of ["seq", "revision", "phase"]) if (!isWhole(entry[name])) return `${name} is not a whole number`;
    if (!isHex(entry.before)) return "before is not 64 hexadecimal digits";
    if (typeof entry.key !== "string" || !HEX_ID.test(entry.key)) return "key is not 32 hexadecimal digits";
    for (const name of ["at", "actor_kind", "actor", "action"]) if (typeof entry[name] !== "string") return `${name} is not a text`;
    if (!isObject(entry.args)) return "args is not an object";
    for (const name of ["sealed", "words"]) {
      if (!Array.isArray(entry[name]) || !entry[name].every((each) => typeof each === "string")) return `${name} is not a list of texts`;
    }
    for (const name of ["events", "draws"]) {
      if (!Array.isArray(entry[name]) || !entry[name].every(isObject)) return `${name} is not a list of objects`;
    }
    return "";
  }

  function wrongWithDraw(draw) {
    if (!isLine(draw.label)) return "label is not a text of one line";
    if (!isWhole(draw.index)) return "index is not a whole number";
    if (!isNumber(draw.value)) return "value is not a whole number";
    if (!isNumber(draw.sides) || BigInt(draw.sides) < 1n || BigInt(draw.sides) > 1n << 64n) return "sides is not between 1 and 2^64";
    return "";
  }

  // One reading of a proof, entry by entry.
  class Check {
    constructor(heads = [], commitments = []) {
      Object.assign(this, { failures: [], entries: 0, head: "", unchained: 0, kept: 0, seedCount: 0, drawCount: 0, notYet: 0 });
      this.reseeded = 0;
      Object.assign(this, { sealCount: 0, closed: 0, notedHeads: heads, notedCommitments: commitments });
      Object.assign(this, { claimed: {}, commitments: new Map(), seeds: new Map(), announced: new Map(), over: [] });
      Object.assign(this, { seq: 0, phase: 0, before: "", ids: new Set(), sealed: new Map(), opened: new Set() });
      Object.assign(this, { digests: new Set(), replaced: new Set(), keptIds: new Map(), begins: [], branches: [[]] });
      Object.assign(this, { forks: new Map(), revealed: new Map() });
    }

    fail(sentence) {
      this.failures.push(sentence);
    }

    async heading(heading) {
      if (!isObject(heading)) return this.fail("this is not the proof of a cycle"), false;
      for (const [name, known] of [["scheme", SCHEME], ["draw_scheme", DRAW_SCHEME]]) {
        if (heading[name] !== known) return this.fail(`the ${name} is not "${known}", and no other is known here`), false;
      }
      const { first, head, phases } = heading;
      if (!isObject(first) || !isWhole(first.unchained)) return this.fail("the first link of the chain is missing"), false;
      if (!isObject(head) || !isWhole(head.seq) || !isHex(head.digest)) return this.fail("the head of the chain is missing"), false;
      if (!Array.isArray(phases)) return this.fail("the list of phases is missing"), false;
      this.claimed = head;
      this.unchained = first.unchained;
      this.before = await digest(first);
      this.digests.add(this.before);
      for (const links of heading.replaced || []) {
        await this.history(links);
        this.branches.push([String(this.branches.length)]);
      }
      for (const row of heading.forks || []) await this.fork(row);
      this.note();
      for (const row of phases) await this.seed(row);
      return true;
    }

    // The seed of a correction of the past that was adopted.
    async fork(row) {
      if (!isObject(row) || !isHex(row.commitment) || !isHex(row.seed)) return this.fail("the seed of a correction is not 64 hexadecimal digits");
      if ((await sha256(bytes(row.seed))) !== row.commitment) this.fail("the seed of a correction does not have the SHA-256 that was promised");
      this.forks.set(row.commitment, row.seed);
      this.seedCount += 1;
    }

    async seed(row) {
      if (!isObject(row) || !isWhole(row.phase)) return this.fail("what stands among the phases is none");
      const { phase, commitment = null, seed } = row;
      const [commitments, seeds] = [this.commitments.get(phase) || [], this.seeds.get(phase) || []];
      if (commitments.includes(commitment)) return this.fail(`phase ${phase} is there twice`);
      this.commitments.set(phase, [...commitments, commitment]);
      this.seeds.set(phase, [...seeds, null]);
      if (!isHex(commitment)) return this.fail(`phase ${phase}: the commitment is not 64 hexadecimal digits`);
      if (seed === null || seed === undefined) return;
      if (!isHex(seed)) return this.fail(`phase ${phase}: the seed is not 64 hexadecimal digits`);
      this.seeds.set(phase, [...seeds, seed]);
      this.seedCount += 1;
      if ((await sha256(bytes(seed))) !== commitment) this.fail(`phase ${phase}: the seed does not have the published SHA-256`);
    }

    // The seed by which this phase draws now: the one that was announced last, where it is public.
    seedNow(phase) {
      const [seeds, count] = [this.seeds.get(phase) || [], (this.announced.get(phase) || []).length];
      return seeds[Math.max(count, 1) - 1];
    }

    // A history that was replaced, from where it was told anew to its head. The acts in it keep their ids.
    async history(links) {
      if (!Array.isArray(links) || !links.length || links.some((link) => wrongWithEntry(link))) {
        return this.fail("a history that was replaced cannot be read");
      }
      let before = links[0].before;
      this.begins.push(before);
      for (const link of links) {
        if (link.before !== before) this.fail(`entry ${link.seq} of a history that was replaced does not follow the one before it`);
        await this.follows(link, " of a history that was replaced");
        this.keptIds.set(link.key, JSON.stringify([link.actor_kind, link.actor, link.action]));
        before = await digest(link);
        this.replaced.add(before);
      }
    }

    note() {
      for (const [seq, noted] of this.notedHeads) {
        if (seq === this.seq && noted !== this.before && !this.replaced.has(noted)) this.fail(`entry ${seq}: its digest is not the head that you noted`);
      }
    }

    async entry(entry) {
      this.entries += 1;
      const wrong = wrongWithEntry(entry);
      if (wrong) {
        this.fail(`the entry after ${this.seq}: ${wrong}`);
        return this.follow(this.seq + 1, entry);
      }
      const { seq, before, phase } = entry;
      if (seq !== this.seq + 1) this.fail(`entry ${seq} comes after entry ${this.seq}`);
      if (before !== this.before) this.fail(`entry ${seq}: what stands before it is not what stood there when it was written`);
      await this.id(entry);
      if (TOLD_ANEW.includes(entry.action) && !this.replaced.has(entry.args.head)) {
        this.fail(`entry ${seq}: the history that it replaces is left out`);
      }
      if (phase !== this.phase) this.fail(`entry ${seq}: it stands in phase ${phase}, and phase ${this.phase} was running`);
      await this.draws(entry);
      await this.seals(entry);
      if (entry.actor_kind === "system" || TOLD_ANEW.includes(entry.action)) this.turn(entry);
      return this.follow(seq, entry);
    }

    async follow(seq, entry) {
      this.seq = seq;
      this.before = await digest(entry);
      this.digests.add(this.before);
      this.note();
    }

    async id(entry) {
      if (this.ids.has(entry.key)) this.fail(`entry ${entry.seq}: its id is that of another entry`);
      this.ids.add(entry.key);
      await this.follows(entry, "");
    }

    // The id follows from the chain, or from that of a history which was replaced and in which the act stood.
    async follows({ key, seq, before, actor_kind, actor, action }, where) {
      if (seq <= this.unchained) return;
      for (const branch of this.branches) {
        if (key === (await digest([SCHEME, before, actor_kind, actor, action, ...branch])).slice(0, 32)) return;
      }
      if (this.keptIds.get(key) !== JSON.stringify([actor_kind, actor, action])) {
        this.fail(`entry ${seq}${where}: its id does not follow from the chain`);
      } else if (!where) this.kept += 1;
    }

    async draws({ seq, key, phase, draws, events }) {
      for (const event of events) if (event.kind === "fork-seed") this.revealed.set(event.commitment, event.seed);
      const own = events.find((event) => event.kind === "own-dice");
      if (own && !this.forks.has(own.commitment)) this.fail(`entry ${seq}: the seed of the correction that it came with is withheld`);
      if (!own && draws.length && !this.seeds.has(phase)) this.fail(`entry ${seq}: the seed of phase ${phase} is not even committed to`);
      const numbers = new Map();
      for (const [place, draw] of draws.entries()) {
        const wrong = wrongWithDraw(draw);
        if (wrong) {
          this.fail(`entry ${seq}, draw ${place}: ${wrong}`);
          continue;
        }
        const { label, index } = draw;
        const name = `entry ${seq}, ${JSON.stringify(label)} ${index}`;
        const due = numbers.get(label) || 0;
        numbers.set(label, due + 1);
        if (index !== due) this.fail(`${name}: it is draw ${due} of its label`);
        const seed = own ? this.forks.get(own.commitment) : this.seedNow(phase);
        if (!seed) {
          this.notYet += 1;
          continue;
        }
        this.drawCount += 1;
        const [sides, recorded] = [BigInt(draw.sides), BigInt(draw.value)];
        const value = await drawnValue(seed, key, label, index, sides);
        if (value !== recorded) this.fail(`${name}: recorded ${recorded} of ${sides}, the seed gives ${value}`);
      }
    }

    async seals({ seq, key, args, sealed, events }) {
      const commitments = new Map();
      for (const name of sealed) {
        const shown = args[name];
        if (isObject(shown) && isHex(shown.commitment)) commitments.set(name, shown.commitment);
        else this.fail(`entry ${seq}, ${JSON.stringify(name)}: it is sealed without a commitment`);
      }
      if (commitments.size) {
        this.closed += commitments.size;
        this.sealed.set(key, { of: seq, commitments });
      }
      for (const event of events) if (event.kind === "unsealed") await this.opening(seq, event);
    }

    async opening(seq, event) {
      const there = this.sealed.get(event.entry);
      if (!there || !isObject(event.args)) return this.fail(`entry ${seq}: it opens what nobody sealed`);
      const { of, commitments } = there;
      if (this.opened.has(event.entry)) return this.fail(`entry ${seq}: it opens entry ${of} again`);
      this.opened.add(event.entry);
      for (const name of [...commitments.keys()].sort(byCodePoints)) {
        const what = event.args[name];
        const called = `entry ${of}, ${JSON.stringify(name)}`;
        if (!isObject(what) || typeof what.salt !== "string") {
          this.fail(`${called}: entry ${seq} does not open it with the rest`);
          continue;
        }
        this.closed -= 1;
        this.sealCount += 1;
        const value = what.value === undefined ? null : what.value;
        if ((await textDigest(what.salt + written(value))) !== commitments.get(name)) {
          this.fail(`${called}: what was opened does not have the commitment that was shown`);
        }
      }
    }

    turn({ seq, action, events }) {
      for (const event of events) {
        if (action === "begin-cycle" && event.kind === "cycle-began") {
          const commitments = Array.isArray(event.commitments) ? event.commitments : [];
          commitments.forEach((commitment, phase) => this.announce(seq, phase, commitment));
        } else if ([...TOLD_ANEW, NEW_SEEDS].includes(action) && event.kind === "phase-reseeded") {
          this.announceAgain(seq, event.phase, event.commitment);
        } else if (action === "end-cycle" && event.kind === "cycle-ended") {
          this.over.push(this.phase);
        } else if (action === "begin-phase" && event.kind === "phase-began") {
          const old = this.phase;
          this.phase += 1;
          this.over.push(old);
          this.announce(seq, this.phase + 1, event.commitment);
          if (event.phase !== this.phase) this.fail(`entry ${seq}: the phase after ${old} is ${this.phase}`);
          const seed = this.seedNow(old);
          if (seed && seed !== event.revealed) this.fail(`phase ${old}: the seed is not the one that entry ${seq} revealed`);
        }
      }
    }

    announce(seq, phase, commitment) {
      if (this.announced.has(phase)) this.fail(`phase ${phase}: entry ${seq} announces another commitment`);
      else this.announced.set(phase, [commitment]);
    }

    // A phase goes on with a new seed: one that is on or the next, and a seed that it never had.
    announceAgain(seq, phase, commitment) {
      if (!isWhole(phase) || !this.announced.has(phase) || phase < this.phase) {
        this.fail(`entry ${seq}: it gives a new seed to what is no phase that goes on`);
      } else if (this.announced.get(phase).includes(commitment)) {
        this.fail(`phase ${phase}: entry ${seq} announces a seed again that the phase had before`);
      } else {
        this.announced.get(phase).push(commitment);
        this.reseeded += 1;
      }
    }

    end() {
      const { seq, digest: last } = this.claimed;
      if (seq !== this.seq || last !== this.before) {
        this.fail(`the head is said to be entry ${seq}, and the journal does not end with that`);
      }
      this.head = `${this.seq}:${this.before}`;
      for (const before of this.begins) {
        if (!this.digests.has(before) && !this.replaced.has(before)) this.fail("a history that was replaced begins nowhere in this journal");
      }
      for (const [noted, digits] of this.notedHeads) {
        if (noted > this.seq && !this.replaced.has(digits)) this.fail(`you noted the head at entry ${noted}, and the journal ends before it`);
      }
      for (const [commitment, seed] of this.forks) {
        if (this.revealed.get(commitment) !== seed) this.fail("the seed of a correction is not the one that the journal revealed");
      }
      for (const phase of [...new Set([...this.announced.keys(), ...this.seeds.keys()])].sort((one, other) => one - other)) {
        if (!this.seeds.has(phase)) this.fail(`phase ${phase}: the commitment is left out`);
        else if (!this.announced.has(phase)) this.fail(`phase ${phase}: the journal never announced it`);
        else if (JSON.stringify(this.commitments.get(phase)) !== JSON.stringify(this.announced.get(phase))) {
          this.fail(`phase ${phase}: the commitment is not the one that the journal announced`);
        }
      }
      for (const phase of this.over) if ((this.seeds.get(phase) || [null]).includes(null)) this.fail(`phase ${phase} is over, and its seed is withheld`);
      for (const [phase, noted] of this.notedCommitments) {
        if (!(this.commitments.get(phase) || []).includes(noted)) this.fail(`phase ${phase}: the commitment is not the one you noted`);
      }
    }
  }

  async function* linesOf(stream) {
    let rest = "";
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value || "")).split("\n");
      rest = done ? "" : lines.pop();
      yield* lines;
      if (done) return;
    }
  }

  // Heading and entries, one after the other. As the host writes it, a proof of any length is read line by line.
  async function* partsOf(stream) {
    const lines = linesOf(stream);
    const first = (await lines.next()).value.trimEnd();
    if (!first.endsWith(BEGINNING)) {
      let text = first;
      for await (const line of lines) text += `\n${line}`;
      const whole = JSON.parse(text);
      yield isObject(whole) && Array.isArray(whole.entries) ? whole : null;
      if (isObject(whole) && Array.isArray(whole.entries)) yield* whole.entries;
      return;
    }
    yield JSON.parse(`${first}]}`);
    for await (const line of lines) {
      const text = line.trim();
      if (text === "]}") return;
      if (text) yield JSON.parse(text.endsWith(",") ? text.slice(0, -1) : text);
    }
    throw new SyntaxError("it is cut off");
  }

  // Check what comes down a stream of bytes; `tell` hears now and then how many entries were read.
  async function check(stream, heads, commitments, tell = () => {}) {
    const reading = new Check(heads, commitments);
    try {
      const parts = partsOf(stream);
      if (await reading.heading((await parts.next()).value)) {
        for await (const entry of parts) {
          await reading.entry(entry);
          if (reading.entries % 100 === 0) tell(reading.entries);
        }
        reading.end();
      }
    } catch (error) {
      reading.fail(`the proof cannot be read: ${error.message}`);
    }
    return reading;
  }

  return { bytes, sha256, textDigest, drawnValue, check };
})();
