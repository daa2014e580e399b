import { type ActorRefFrom, assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate'
import { filesToKeep, uploadMachine } from '../upload/upload.machine'
import { promiseSlot } from '../slots'
import type { AboutRecord, Client, RelatedQuotation, Site } from '@/shared/domain/records/related'
import { plainTextOf, type Todo } from '@/shared/domain/text/task-description'
import type { DraftContent } from './draft-content'

type WrittenFields = {
  title: string
  description: string
  todos: readonly Todo[]
  due: string
  reminder: number | null
  about: AboutRecord | null
}

export type DraftEvent =
  | { type: 'draft.write'; change: Partial<WrittenFields> }
  | { type: 'related.search'; text: string }
  | { type: 'related.pickQuotation'; quotation: RelatedQuotation; client: Client | null }
  | { type: 'related.pickClient'; client: Client }
  | { type: 'related.askQuotation' }
  | { type: 'related.askLocation' }
  | { type: 'related.clear' }
  | { type: 'location.choose'; location: Site | null }
  | { type: 'ai.improve' }
  | { type: 'ai.revert' }
  | { type: 'xstate.snapshot.uploads' }

/** `note`: names the built-in checker; null when an AI improved the text. */
export type Improvement = { description: string; note: string | null }

export type DraftEmitted =
  | { type: 'ai.nothing' }
  | { type: 'ai.improved'; note: string | null }
  | { type: 'ai.failed'; reason: string }
  | { type: 'ai.reverted' }

type DraftContext = Omit<DraftContent, 'files' | 'missing'> & {
  /** The typed search text of Related To. */
  search: string
  uploads: ActorRefFrom<typeof uploadMachine>
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** One task draft: its related record in one region, the state of its text in another (spec 2 §4). */
export const draftMachine = setup({
  types: {
    input: {} as DraftContent,
    context: {} as DraftContext,
    events: {} as DraftEvent,
    emitted: {} as DraftEmitted,
    tags: {} as 'improving' | 'improved',
  },
  actors: {
    improve: promiseSlot<Improvement, { description: string }>('improve'),
    uploads: uploadMachine,
  },
  guards: {
    saysSomething: ({ context }) => plainTextOf(context.description) !== '',
    isSearched: (_, params: { text: string }) => params.text.trim() !== '',
    hasQuotation: ({ context }) => context.quotation !== null,
    hasClient: ({ context }) => context.client !== null,
  },
  actions: {
    note: assign({}),
    write: assign(({ event }) => {
      assertEvent(event, 'draft.write')
      return event.change
    }),
    search: assign(({ event }) => {
      assertEvent(event, 'related.search')
      return { search: event.text }
    }),
    stopSearching: assign({ search: '' }),
    relateToQuotation: assign(({ context, event }) => {
      assertEvent(event, 'related.pickQuotation')
      const client = event.client ?? context.client
      const location = client !== null && client.id === context.client?.id ? context.location : null
      return { quotation: event.quotation, client, location, search: '' }
    }),
    relateToClient: assign(({ event }) => {
      assertEvent(event, 'related.pickClient')
      return { client: event.client, quotation: null, location: null, search: '' }
    }),
    relateToNothing: assign({ client: null, quotation: null, location: null, search: '' }),
    chooseLocation: assign(({ event }) => {
      assertEvent(event, 'location.choose')
      return { location: event.location }
    }),
    takeImprovement: assign(({ context }, params: { description: string }) => ({
      original: context.original ?? context.description,
      description: params.description,
    })),
    takeOriginalBack: assign(({ context }) => ({
      description: context.original ?? context.description,
      original: null,
    })),
    announce: emit((_, params: DraftEmitted) => params),
  },
}).createMachine({
  id: 'draft',
  context: ({ input: { files, missing, ...content }, spawn }) => ({
    ...content,
    search: '',
    uploads: spawn('uploads', { id: 'uploads', input: { uploaded: files, missing }, syncSnapshot: true }),
  }),
  type: 'parallel',
  on: {
    'xstate.snapshot.uploads': { actions: 'note' },
  },
  states: {
    related: {
      initial: 'asLeft',
      states: {
        asLeft: {
          always: [
            { guard: 'hasQuotation', target: 'quotation' },
            { guard: 'hasClient', target: 'client' },
            { target: 'none' },
          ],
        },
        none: {
          on: {
            'related.search': {
              guard: { type: 'isSearched', params: ({ event }) => event },
              target: 'searching',
              actions: 'search',
            },
            'related.pickQuotation': { target: 'quotation', actions: 'relateToQuotation' },
            'related.pickClient': { target: 'client', actions: 'relateToClient' },
          },
        },
        searching: {
          on: {
            'related.search': [
              { guard: { type: 'isSearched', params: ({ event }) => event }, actions: 'search' },
              { target: 'none', actions: 'stopSearching' },
            ],
            'related.pickQuotation': { target: 'quotation', actions: 'relateToQuotation' },
            'related.pickClient': { target: 'client', actions: 'relateToClient' },
          },
        },
        client: {
          on: {
            'related.askQuotation': 'clientQuotation',
            'related.clear': { target: 'none', actions: 'relateToNothing' },
            'location.choose': { actions: 'chooseLocation' },
          },
        },
        clientQuotation: {
          on: {
            'related.search': { actions: 'search' },
            'related.askLocation': { target: 'client', actions: 'stopSearching' },
            'related.pickQuotation': { target: 'quotation', actions: 'relateToQuotation' },
            'related.clear': { target: 'none', actions: 'relateToNothing' },
          },
        },
        quotation: {
          on: {
            'related.clear': { target: 'none', actions: 'relateToNothing' },
            'location.choose': { guard: 'hasClient', actions: 'chooseLocation' },
          },
        },
      },
    },
    ai: {
      initial: 'asBefore',
      states: {
        idle: {
          on: {
            'draft.write': { actions: 'write' },
            'ai.improve': [
              { guard: 'saysSomething', target: 'improving' },
              { actions: { type: 'announce', params: { type: 'ai.nothing' } } },
            ],
          },
        },
        improving: {
          tags: 'improving',
          on: {
            'draft.write': { actions: 'write' },
          },
          invoke: {
            src: 'improve',
            input: ({ context }) => ({ description: context.description }),
            onDone: {
              target: 'improved',
              actions: [
                { type: 'takeImprovement', params: ({ event }) => event.output },
                { type: 'announce', params: ({ event }) => ({ type: 'ai.improved', note: event.output.note }) },
              ],
            },
            onError: {
              target: 'asBefore',
              actions: {
                type: 'announce',
                params: ({ event }) => ({ type: 'ai.failed', reason: reasonOf(event.error) }),
              },
            },
          },
        },
        asBefore: {
          always: [{ guard: ({ context }) => context.original !== null, target: 'improved' }, { target: 'idle' }],
        },
        improved: {
          tags: 'improved',
          on: {
            'draft.write': { actions: 'write' },
            'ai.improve': [
              { guard: 'saysSomething', target: 'improving' },
              { actions: { type: 'announce', params: { type: 'ai.nothing' } } },
            ],
            'ai.revert': {
              target: 'idle',
              actions: ['takeOriginalBack', { type: 'announce', params: { type: 'ai.reverted' } }],
            },
          },
        },
      },
    },
  },
})

export type DraftRef = ActorRefFrom<typeof draftMachine>

/** The content of a draft, to be saved or kept. For unfinished uploads it holds the file names. */
export function contentOf(draft: SnapshotFrom<typeof draftMachine>): DraftContent {
  const { search: _, uploads, ...content } = draft.context
  return { ...content, ...filesToKeep(uploads.getSnapshot().context.uploads) }
}
