// The verifiable random function ECVRF-P256-SHA256-TAI (RFC 9381): checks that an output belongs to a public key and a
// text. Points are affine outside of this file, and in Jacobian coordinates within; infinity has z = 0.
"use strict";
const Vrf = (() => {
  const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
  const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
  const BASE = [
    0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  ];

  const mod = (value) => ((value % P) + P) % P;
  const numberOf = (octets) => BigInt(`0x${[...octets].map((octet) => octet.toString(16).padStart(2, "0")).join("") || "0"}`);
  const octetsOf = ([x, y]) => Uint8Array.from([2 + Number(y % 2n), ...x.toString(16).padStart(64, "0").match(/../g).map((pair) => parseInt(pair, 16))]);
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const sha256 = async (octets) => new Uint8Array(await crypto.subtle.digest("SHA-256", octets));

  function power(base, exponent) {
    let [found, square] = [1n, mod(base)];
    for (let left = exponent; left > 0n; left >>= 1n) {
      if (left & 1n) found = (found * square) % P;
      square = (square * square) % P;
    }
    return found;
  }

  // The point for which 33 bytes stand, or null.
  function pointFrom(octets) {
    const x = numberOf(octets.slice(1));
    const square = mod(x * x * x - 3n * x + B);
    const y = power(square, (P + 1n) / 4n);
    if (octets.length !== 33 || (octets[0] !== 2 && octets[0] !== 3) || x >= P || (y * y) % P !== square) return null;
    return [x, y % 2n === BigInt(octets[0] % 2) ? y : P - y];
  }

  function doubled([x, y, z]) {
    if (z === 0n) return [x, y, z];
    const [squareZ, squareY] = [(z * z) % P, (y * y) % P];
    const beta = (x * squareY) % P;
    const alpha = mod(3n * (x - squareZ) * (x + squareZ));
    const newX = mod(alpha * alpha - 8n * beta);
    return [newX, mod(alpha * (4n * beta - newX) - 8n * squareY * squareY), (2n * y * z) % P];
  }

  function added(one, other) {
    const [x, y, z] = one;
    const [otherX, otherY, otherZ] = other;
    if (z === 0n) return other;
    if (otherZ === 0n) return one;
    const [squareZ, squareOther] = [(z * z) % P, (otherZ * otherZ) % P];
    const [u, s] = [(x * squareOther) % P, (y * squareOther * otherZ) % P];
    const [h, r] = [mod(otherX * squareZ - u), mod(otherY * squareZ * z - s)];
    if (h === 0n) return r === 0n ? doubled(one) : [1n, 1n, 0n];
    const square = (h * h) % P;
    const [cube, shared] = [(h * square) % P, (u * square) % P];
    const newX = mod(r * r - cube - 2n * shared);
    return [newX, mod(r * (shared - newX) - s * cube), (h * z * otherZ) % P];
  }

  function times(factor, point) {
    const bits = (((factor % ORDER) + ORDER) % ORDER).toString(2);
    let found = [1n, 1n, 0n];
    for (const bit of bits) {
      found = doubled(found);
      if (bit === "1") found = added(found, [...point, 1n]);
    }
    return found;
  }

  function affine([x, y, z]) {
    if (z === 0n) return null;
    const inverse = power(z, P - 2n);
    const square = (inverse * inverse) % P;
    return [(x * square) % P, (y * square * inverse) % P];
  }

  async function hashedToPoint(key, text) {
    for (let attempt = 0; attempt < 256; attempt += 1) {
      const digest = await sha256(joined([1, 1], key, text, [attempt, 0]));
      const point = pointFrom(joined([2], digest));
      if (point) return point;
    }
    return null;
  }

  // The output of the random function with this public key for a text, as bytes, or null if the proof is wrong.
  async function provedOutput(key, text, proof) {
    const [known, gamma, hashed] = [pointFrom(key), pointFrom(proof.slice(0, 33)), await hashedToPoint(key, text)];
    const [challenge, answer] = [numberOf(proof.slice(33, 49)), numberOf(proof.slice(49))];
    if (!known || !gamma || !hashed || proof.length !== 81 || answer >= ORDER) return null;
    const u = affine(added(times(answer, BASE), times(-challenge, known)));
    const v = affine(added(times(answer, hashed), times(-challenge, gamma)));
    if (!u || !v) return null;
    const points = [known, hashed, gamma, u, v].map(octetsOf);
    const digest = await sha256(joined([1, 2], ...points, [0]));
    if (numberOf(digest.slice(0, 16)) !== challenge) return null;
    return sha256(joined([1, 3], proof.slice(0, 33), [0]));
  }

  return { provedOutput };
})();
