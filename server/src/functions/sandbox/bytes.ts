const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Hexadecimal digits of bytes, lower case. */
export function bytesToHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += (byte < 16 ? "0" : "") + byte.toString(16);
  return hex;
}

/** Bytes of a hexadecimal text; throws a TypeError when it is none. */
export function hexToBytes(hex: string): Uint8Array {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new TypeError(`'${hex}' is not hexadecimal`);
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Padded base64 of bytes. */
export function bytesToBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    parts.push(
      base64Digits.charAt(bits >> 18) +
        base64Digits.charAt((bits >> 12) & 63) +
        (left > 1 ? base64Digits.charAt((bits >> 6) & 63) : "=") +
        (left > 2 ? base64Digits.charAt(bits & 63) : "="),
    );
  }
  return parts.join("");
}

/** Bytes of a padded base64 text; throws a TypeError when it is none. */
export function base64ToBytes(base64: string): Uint8Array {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new TypeError("not padded base64");
  }
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((base64.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < base64.length; i += 4) {
    let bits = 0;
    for (let j = 0; j < 4; j++) bits = (bits << 6) | Math.max(0, base64Digits.indexOf(base64.charAt(i + j)));
    for (const shift of [16, 8, 0]) if (at < bytes.length) bytes[at++] = (bits >> shift) & 255;
  }
  return bytes;
}

/** Text of UTF-8 bytes; malformed sequences become U+FFFD. */
export function bytesToText(bytes: Uint8Array): string {
  let escaped = "";
  for (const byte of bytes) {
    escaped += byte < 128 && byte !== 37 ? String.fromCharCode(byte) : `%${byte.toString(16)}`;
  }
  return escaped.replace(/(%[0-9a-f]{2})+/g, decodeRun);
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** UTF-8 bytes of a text; half characters become U+FFFD. */
export function textToBytes(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replace(loneSurrogate, "\ufffd"));
  const bytes: number[] = [];
  for (let i = 0; i < escaped.length; i++) {
    if (escaped.charAt(i) === "%") {
      bytes.push(Number.parseInt(escaped.slice(i + 1, i + 3), 16));
      i += 2;
    } else {
      bytes.push(escaped.charCodeAt(i));
    }
  }
  return Uint8Array.from(bytes);
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return "\ufffd".repeat(run.length / 3);
  }
}
