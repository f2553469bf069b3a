const TEXT_FRAME = 0x81;

/** Returns the header of an unfragmented, unmasked text frame, as servers send it (RFC 6455, section 5.2). */
function frameHeader(payloadBytes: number): Buffer {
  if (payloadBytes < 126) return Buffer.from([TEXT_FRAME, payloadBytes]);
  const header = Buffer.allocUnsafe(payloadBytes < 65_536 ? 4 : 10);
  header[0] = TEXT_FRAME;
  header[1] = payloadBytes < 65_536 ? 126 : 127;
  if (payloadBytes < 65_536) header.writeUInt16BE(payloadBytes, 2);
  else header.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return header;
}

export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([frameHeader(payload.length), payload]);
}

/**
 * A message that is built once for all readers. Plain readers get `frame`. Reliable readers get the same JSON text with
 * their own sequence number in front. So `tail` is this text without its opening brace. `frame` and `tail` share one
 * buffer.
 */
export type Message = { readonly frame: Buffer; readonly tail: Buffer };

function createMessage(text: string): Message {
  const payload = Buffer.from(text);
  const header = frameHeader(payload.length);
  const frame = Buffer.concat([header, payload]);
  return { frame, tail: frame.subarray(header.length + 1) };
}

/** Builds a message to a group. */
export const groupMessage = (group: string, data: object): Message =>
  createMessage(JSON.stringify({ type: 'message', from: 'group', group, dataType: 'json', data }));

/**
 * Memoizes `make` by its argument, so that a message to several readers is serialized once. The argument must not
 * change after the call.
 */
function once<Made>(make: (data: object) => Made): (data: object) => Made {
  const made = new WeakMap<object, Made>();
  return (data) => {
    const known = made.get(data) ?? make(data);
    made.set(data, known);
    return known;
  };
}

const textOf = once((data) => JSON.stringify(data));

/** Builds a message of the server to single readers. */
export const serverMessage = once((data) =>
  createMessage(`{"type":"message","from":"server","dataType":"json","data":${textOf(data)}}`),
);

/** Returns the frame of an answer to an invocation. `rest` has all fields of the answer except the data. */
export const invokedFrame = (rest: object, data: object): Buffer =>
  textFrame(`${JSON.stringify(rest).slice(0, -1)},"dataType":"json","data":${textOf(data)}}`);

/**
 * Returns a message's frame for one reliable reader: the reader's sequence number, then a copy of the shared `tail`.
 */
export function numberedFrame(sequenceId: number, tail: Buffer): Buffer {
  const start = `{"sequenceId":${sequenceId},`;
  const header = frameHeader(start.length + tail.length);
  const frame = Buffer.allocUnsafe(header.length + start.length + tail.length);
  header.copy(frame);
  frame.write(start, header.length, 'latin1');
  tail.copy(frame, header.length + start.length);
  return frame;
}
