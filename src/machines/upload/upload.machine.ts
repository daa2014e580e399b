import { assertEvent, assign, emit, enqueueActions, type EventObject, fromCallback, setup } from 'xstate'

export type PickedFile = {
  id: string
  file: File
  /** The storage path. Every try has its own. */
  path: string
}

/** Progress of a transfer. `loaded` from 0 to 1. */
export type TransferNews =
  | { type: 'transfer.progress'; path: string; loaded: number }
  | { type: 'transfer.done'; path: string }
  | { type: 'transfer.failed'; path: string; reason: string }

export type TransferInput = { path: string; file: File }

export type UploadEvent =
  | { type: 'files.add'; files: readonly PickedFile[] }
  | { type: 'file.remove'; id: string }
  | { type: 'file.retry'; id: string; path: string }
  | { type: 'files.clear' }
  | TransferNews

export type Upload = {
  id: string
  name: string
  path: string
  /** Null for a file that was chosen before a reload: its bytes are in storage, or nowhere. */
  file: File | null
  status: 'uploading' | 'uploaded' | 'failed'
  loaded: number
  reason: string | null
}

/** The file is in the storage. */
export const hasArrived = ({ status }: Upload): boolean => status === 'uploaded'
/** The file did not arrive, and is not on its way. */
export const hasFailed = ({ status }: Upload): boolean => status === 'failed'

export type UploadEmitted = { type: 'upload.failed'; reason: string }

/** The rest of an earlier visit: files that had arrived, and the names of those that had not. */
export type UploadInput = { uploaded: readonly { path: string; name: string }[]; missing?: readonly string[] }

const notArrived = (name: string) => `${name} had not arrived yet when you left. Please attach it again.`

const isRunning = (upload: Upload) => upload.status === 'uploading'

/** The files that go with one comment: each on its way, arrived or failed, to be cancelled or tried again. */
export const uploadMachine = setup({
  types: {
    input: {} as UploadInput,
    context: {} as { uploads: readonly Upload[] },
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
  },
  actors: {
    transfer: fromCallback<EventObject, TransferInput>(() => {
      throw new Error('No actor provided for "transfer"')
    }),
  },
  guards: {
    isOnItsWay: ({ context, event }) => {
      assertEvent(event, 'transfer.failed')
      return context.uploads.some((upload) => upload.path === event.path && isRunning(upload))
    },
  },
  actions: {
    sayFailed: emit((_, params: { reason: string }): UploadEmitted => ({ type: 'upload.failed', ...params })),
    addFiles: assign(({ context, event }) => {
      assertEvent(event, 'files.add')
      const added = event.files.map(({ id, file, path }): Upload => ({
        id,
        file,
        path,
        name: file.name,
        status: 'uploading',
        loaded: 0,
        reason: null,
      }))
      const chosenAgain = ({ file, status, name }: Upload) =>
        file === null && status === 'failed' && added.some((upload) => upload.name === name)
      return { uploads: [...context.uploads.filter((upload) => !chosenAgain(upload)), ...added] }
    }),
    startTransfers: enqueueActions(({ event, enqueue }) => {
      assertEvent(event, 'files.add')
      for (const { path, file } of event.files) enqueue.spawnChild('transfer', { id: path, input: { path, file } })
    }),
    stopTransfer: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'file.remove')
      const upload = context.uploads.find(({ id }) => id === event.id)
      if (upload) enqueue.stopChild(upload.path)
    }),
    removeFile: assign(({ context, event }) => {
      assertEvent(event, 'file.remove')
      return { uploads: context.uploads.filter(({ id }) => id !== event.id) }
    }),
    startAgain: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'file.retry')
      const { id, path } = event
      const failed = context.uploads.find((upload) => upload.id === id && hasFailed(upload))
      if (!failed?.file) return
      enqueue.assign({
        uploads: context.uploads.map((upload) =>
          upload === failed ? { ...upload, path, status: 'uploading', loaded: 0, reason: null } : upload,
        ),
      })
      enqueue.spawnChild('transfer', { id: path, input: { path, file: failed.file } })
    }),
    stopAll: enqueueActions(({ context, enqueue }) => {
      for (const { path } of context.uploads.filter(isRunning)) enqueue.stopChild(path)
    }),
    clear: assign({ uploads: [] }),
    takeNews: assign(({ context, event }) => {
      assertEvent(event, ['transfer.progress', 'transfer.done', 'transfer.failed'])
      return {
        uploads: context.uploads.map((upload) =>
          upload.path === event.path && isRunning(upload) ? { ...upload, ...changeBy(event) } : upload,
        ),
      }
    }),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({
    uploads: [
      ...input.uploaded.map(({ path, name }) => leftBehind(path, { path, name, status: 'uploaded' })),
      ...(input.missing ?? []).map((name, place) =>
        leftBehind(`missing-${place}`, { path: '', name, status: 'failed', reason: notArrived(name) }),
      ),
    ],
  }),
  on: {
    'files.add': { actions: ['addFiles', 'startTransfers'] },
    'file.remove': { actions: ['stopTransfer', 'removeFile'] },
    'file.retry': { actions: 'startAgain' },
    'files.clear': { actions: ['stopAll', 'clear'] },
    'transfer.progress': { actions: 'takeNews' },
    'transfer.done': { actions: 'takeNews' },
    'transfer.failed': {
      guard: 'isOnItsWay',
      actions: ['takeNews', { type: 'sayFailed', params: ({ event }) => ({ reason: event.reason }) }],
    },
  },
})

const leftBehind = (id: string, known: Pick<Upload, 'path' | 'name' | 'status'> & { reason?: string }): Upload => ({
  id,
  file: null,
  loaded: known.status === 'uploaded' ? 1 : 0,
  reason: null,
  ...known,
})

/** The part of a list of files that is kept when the page closes: files in storage, and the names of the others. */
export const filesToKeep = (
  uploads: readonly Upload[],
): { files: { path: string; name: string }[]; missing: string[] } => ({
  files: uploads.flatMap(({ status, path, name }) => (status === 'uploaded' ? [{ path, name }] : [])),
  missing: uploads.flatMap(({ status, name }) => (status === 'uploaded' ? [] : [name])),
})

function changeBy(news: TransferNews): Partial<Upload> {
  switch (news.type) {
    case 'transfer.progress':
      return { loaded: Math.min(1, Math.max(0, news.loaded)) }
    case 'transfer.done':
      return { status: 'uploaded', loaded: 1 }
    case 'transfer.failed':
      return { status: 'failed', reason: news.reason }
  }
}
