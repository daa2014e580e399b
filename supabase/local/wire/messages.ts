/** The shapes of PostgreSQL's protocol: https://www.postgresql.org/docs/17/protocol-message-formats.html */

/** One message: its letter, and what follows its length. */
export type Message = { letter: string; body: Buffer }

/** Cuts a stream of bytes into messages. `first` is without a letter. */
export class MessageReader {
  #held = Buffer.alloc(0)
  readonly #most: number
  constructor(most: number) {
    this.#most = most
  }

  add(bytes: Buffer): void {
    this.#held = Buffer.concat([this.#held, bytes])
  }

  /** The next whole message, or null. Throws for one that is larger than any should be. */
  next(first: boolean): Message | null {
    const at = first ? 0 : 1
    if (this.#held.length < at + 4) return null
    const length = this.#held.readUInt32BE(at)
    if (length < 4 || length > this.#most) throw new Error('A message is too large')
    if (this.#held.length < at + length) return null
    const letter = first ? '' : String.fromCharCode(this.#held[0] ?? 0)
    const body = this.#held.subarray(at + 4, at + length)
    this.#held = this.#held.subarray(at + length)
    return { letter, body }
  }
}

export const message = (letter: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)))
  const head = Buffer.alloc(5)
  head.write(letter, 0, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf8')
export const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
/** A list with its number before. */
export const counted = (items: readonly Buffer[]): Buffer => Buffer.concat([int16(items.length), ...items])

/** The messages of an answer. */
export function messagesOf(bytes: Uint8Array): Message[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Message[] = []
  for (let at = 0; at + 5 <= buffer.length;) {
    const end = at + 1 + buffer.readUInt32BE(at + 1)
    found.push({ letter: String.fromCharCode(buffer[at] ?? 0), body: buffer.subarray(at + 5, end) })
    at = end
  }
  return found
}

/** Reads fields of a message in their order. */
export class Fields {
  #at = 0
  readonly #body: Buffer
  constructor(body: Buffer) {
    this.#body = body
  }
  text(): string {
    const end = this.#body.indexOf(0, this.#at)
    if (end < 0) throw new Error('A text has no end')
    const value = this.#body.toString('utf8', this.#at, end)
    this.#at = end + 1
    return value
  }
  int16(): number {
    this.#at += 2
    return this.#body.readInt16BE(this.#at - 2)
  }
  int32(): number {
    this.#at += 4
    return this.#body.readInt32BE(this.#at - 4)
  }
  bytes(length: number): Buffer {
    if (length < 0 || this.#at + length > this.#body.length) throw new Error('A value has no end')
    this.#at += length
    return this.#body.subarray(this.#at - length, this.#at)
  }
  letter(): string {
    return this.bytes(1).toString('latin1')
  }
  /** As many as the number before them says. */
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.int16() }, read)
  }
  rest(): Buffer {
    return this.#body.subarray(this.#at)
  }
}

/** An error, as PostgreSQL says it. */
export function errorMessage({ code, message: words, detail, hint, severity = 'ERROR' }: WireError): Buffer {
  const fields = { S: severity, V: severity, C: code, M: words, D: detail, H: hint }
  const parts = Object.entries(fields).flatMap(([letter, value]) =>
    value === undefined ? [] : [Buffer.from(letter), text(value)],
  )
  return message('E', ...parts, Buffer.from([0]))
}
export type WireError = { code: string; message: string; detail?: string; hint?: string; severity?: 'ERROR' | 'FATAL' }

/** The error that an answer holds; what it says of the server's own function is left out. */
export function errorIn(messages: readonly Message[]): WireError | null {
  const body = messages.find(({ letter }) => letter === 'E')?.body
  if (!body) return null
  const fields = new Map<string, string>()
  const reader = new Fields(body)
  for (let letter = reader.letter(); letter !== '\0'; letter = reader.letter()) fields.set(letter, reader.text())
  const [detail, hint] = [fields.get('D'), fields.get('H')]
  return {
    code: fields.get('C') ?? 'XX000',
    message: fields.get('M') ?? 'The statement was refused.',
    ...(detail === undefined ? {} : { detail }),
    ...(hint === undefined ? {} : { hint }),
  }
}
