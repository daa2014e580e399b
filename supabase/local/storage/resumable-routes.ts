import { randomUUID } from 'node:crypto'
import { claimed, type Peers } from '../cluster/peers.ts'
import { chunksOf } from './body-chunks.ts'
import { checkedBucket, checkedKey } from './object-name.ts'
import { findBucket } from './objects.ts'
import type { PartialUpload, PartialStore } from './partial-store.ts'
import { asStorageError, invalidRequest, StorageError, tooLarge } from './storage-error.ts'
import type { Call, StorageParts } from './storage-parts.ts'
import { cacheControlOf, userMetadataOf } from './upload-body.ts'
import { callerAsWriter, limitOf, linkAsWriter, refuseWriter, storeUploaded, type Writer } from './upload-object.ts'

const version = '1.0.0'
const lifeMs = 24 * 60 * 60 * 1000
/** Unfinished uploads of one person, so that nobody fills the disk with beginnings. */
const mostOpen = 20
const pieces = 'application/offset+octet-stream'

const gone = () => new StorageError(404, 'NoSuchUpload', 'This upload does not exist, or it is over')

type Caller = Call['caller']
/** Where bytes are added to an upload. A newer request goes before an older one, whose line is dead. */
type Turn = { stop: AbortController; over: Promise<unknown> }

class Resumable {
  readonly #parts: StorageParts
  readonly #partials: PartialStore
  readonly #now: () => number
  readonly #peers: Peers
  readonly #active = new Map<string, Turn>()

  constructor(parts: StorageParts, partials: PartialStore, now: () => number, peers: Peers) {
    this.#parts = parts
    this.#partials = partials
    this.#now = now
    this.#peers = peers
    peers.hear('upload goes on', (id) => this.#active.get(String(id))?.stop.abort())
  }

  async begin({ request, caller }: Call, isSigned: boolean): Promise<Response> {
    const { role, userId } = caller
    const asked = await this.#asked(request, caller, isSigned)
    const open = (await this.#partials.all()).filter((one) => !one.isDone && one.role === role && one.userId === userId)
    if (open.length >= mostOpen) throw new StorageError(429, 'TooManyUploads', 'Too many uploads are unfinished')
    const id = randomUUID()
    const dates = { offset: 0, isDone: false, expires: this.#now() + lifeMs }
    await this.#partials.create({ id, ...asked, role, userId, ...dates })
    const brings = request.headers.get('content-type') === pieces
    const partial =
      brings || asked.length === 0 ? await this.#take(id, caller, request, null) : await this.#found(id, caller)
    const location = `/storage/v1/upload/resumable/${isSigned ? 'sign/' : ''}${id}`
    return new Response(null, { status: 201, headers: { ...headersOf(partial), location } })
  }

  async add({ request, caller, rest }: Call): Promise<Response> {
    if (request.headers.get('content-type') !== pieces)
      throw new StorageError(415, 'InvalidMimeType', `A piece is sent as ${pieces}`)
    const from = wholeNumber(request.headers.get('upload-offset'))
    if (from === null) throw invalidRequest('Upload-Offset must say where the piece begins')
    return new Response(null, { status: 204, headers: headersOf(await this.#take(rest, caller, request, from)) })
  }

  async state({ caller, rest }: Call): Promise<Response> {
    // Whoever asks how far it came goes on from there: what still comes over an older line is not waited for.
    const partial = await this.#alone(rest, () => this.#found(rest, caller))
    const length = { 'upload-length': String(partial.length), 'upload-metadata': partial.metadata }
    return new Response(null, { headers: { ...headersOf(partial), ...length, 'cache-control': 'no-store' } })
  }

  async giveUp({ caller, rest }: Call): Promise<Response> {
    await this.#alone(rest, async () => this.#partials.remove((await this.#found(rest, caller)).id))
    return new Response(null, { status: 204 })
  }

  /** Stops what is being added, and waits until it is on the disk. */
  async close(): Promise<void> {
    const turns = [...this.#active.values()]
    for (const { stop } of turns) stop.abort()
    await Promise.all(turns.map(({ over }) => over))
  }

  /** What a new upload is to be. Throws for what would be refused at its end, before a byte is taken. */
  async #asked(request: Request, caller: Caller, isSigned: boolean) {
    const length = wholeNumber(request.headers.get('upload-length'))
    if (length === null) throw invalidRequest('Upload-Length must say how long the file is')
    const metadata = request.headers.get('upload-metadata') ?? ''
    const said = saidOf(metadata)
    const target = {
      bucket: checkedBucket(said.get('bucketName') ?? ''),
      key: checkedKey(said.get('objectName') ?? ''),
    }
    userMetadataOf(said.get('metadata') ?? '')
    const link = isSigned
      ? this.#parts.tokens.verify('upload', `${target.bucket}/${target.key}`, request.headers.get('x-signature') ?? '')
      : null
    const bucket = await findBucket(this.#parts.engine, target.bucket)
    if (length > limitOf(bucket)) throw tooLarge()
    const upsert = link?.upsert ?? request.headers.get('x-upsert') === 'true'
    const signedBy = link && { owner: link.owner }
    await refuseWriter(this.#writerOf({ signedBy }, caller), { ...target, upsert })
    return { ...target, length, metadata, upsert, signedBy }
  }

  /** Takes a piece; the last one makes the object, by the rights that its writer has then. */
  #take(id: string, caller: Caller, request: Request, from: number | null): Promise<PartialUpload> {
    return this.#alone(id, async (stopped) => {
      const before = await this.#found(id, caller)
      if (from !== null && from !== before.offset)
        throw new StorageError(409, 'UploadOffset', `This upload goes on at ${before.offset}`)
      if (before.isDone) return before
      const after = await this.#partials.append(before, chunksOf(request.body), stopped)
      return after.offset < after.length || stopped.aborted ? after : this.#finish(after, caller)
    })
  }

  async #finish(partial: PartialUpload, caller: Caller): Promise<PartialUpload> {
    const said = saidOf(partial.metadata)
    const bytes = await this.#parts.store.adopt(this.#partials.pathOf(partial.id))
    await storeUploaded(this.#parts, this.#writerOf(partial, caller), partial, bytes, {
      contentType: said.get('contentType') || 'application/octet-stream',
      cacheControl: cacheControlOf(said.get('cacheControl') ?? null),
      userMetadata: userMetadataOf(said.get('metadata') ?? ''),
    }).catch(async (failure: unknown) => {
      await this.#partials.remove(partial.id)
      throw failure
    })
    const done = { ...partial, isDone: true }
    await this.#partials.write(done)
    return done
  }

  async #alone<T>(id: string, work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
    for (let before = this.#active.get(id); before; before = this.#active.get(id)) {
      before.stop.abort()
      await before.over
    }
    const stop = new AbortController()
    const running = this.#atNoOther(id, () => work(stop.signal))
    const ended = () => this.#active.delete(id)
    this.#active.set(id, { stop, over: running.then(ended, ended) })
    return running
  }

  /** Another server stops taking bytes for the upload before it goes on here. */
  async #atNoOther<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (!this.#peers.isShared) return work()
    const giveBack = await claimed(this.#peers, `upload ${id}`, () => this.#peers.tell('upload goes on', id))
    try {
      return await work()
    } finally {
      await giveBack()
    }
  }

  #writerOf({ signedBy }: Pick<PartialUpload, 'signedBy'>, caller: Caller): Writer {
    const { engine } = this.#parts
    return signedBy ? linkAsWriter(engine, signedBy.owner) : callerAsWriter(engine, caller, 'storage.object.upload')
  }

  async #found(id: string, caller: Caller): Promise<PartialUpload> {
    const partial = await this.#partials.find(id)
    const isTheirs = partial?.signedBy || (partial?.role === caller.role && partial.userId === caller.userId)
    if (!partial || !isTheirs) throw gone()
    return partial
  }
}

/**
 * Uploads in pieces by the protocol tus 1.0.0 (creation, creation with upload, expiration, termination), below
 * `/storage/v1/upload/resumable`, as Supabase has them. An upload outlives its line and the server; its URL belongs to who began it.
 */
export function resumableRoutes(parts: StorageParts, partials: PartialStore, now: () => number, peers: Peers) {
  const resumable = new Resumable(parts, partials, now, peers)
  return {
    begin: spoken((call) => resumable.begin(call, false)),
    beginSigned: spoken((call) => resumable.begin(call, true)),
    add: spoken((call) => resumable.add(call)),
    state: spoken((call) => resumable.state(call)),
    giveUp: spoken((call) => resumable.giveUp(call)),
    close: () => resumable.close(),
  }
}

type Answer = (call: Call) => Promise<Response>

/** In this version of the protocol alone; each answer names it, a refusal too. */
function spoken(answer: Answer): Answer {
  return async (call) => {
    const isSpoken = call.request.headers.get('tus-resumable') === version
    const response = await (isSpoken ? answer(call) : Promise.reject(otherVersion())).catch((failure: unknown) => {
      const known = asStorageError(failure)
      if (known.status === 500) throw failure
      return known.toResponse()
    })
    response.headers.set('tus-resumable', version)
    if (!isSpoken) response.headers.set('tus-version', version)
    return response
  }
}

const otherVersion = () => new StorageError(412, 'TusResumable', `This server speaks tus ${version}`)

const headersOf = ({ offset, expires }: PartialUpload) => ({
  'upload-offset': String(offset),
  'upload-expires': new Date(expires).toUTCString(),
})

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** `Upload-Metadata`: names, each with a value in base64. */
const saidOf = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  )
