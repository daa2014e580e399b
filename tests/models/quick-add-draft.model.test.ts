import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { draftMachine, type Improvement } from '@/machines/quick-add/draft.machine'
import { blankDraft } from '@/machines/quick-add/draft-content'
import { arrows } from './arrows'
import { quickAddDraftModel } from './quick-add-draft.model'

const paths = createTestModel(quickAddDraftModel).getShortestPaths({ limit: 2_000 })

const hotel = { id: 'hotel', name: 'Harbour Light Hotel', company: null }
const offer = { id: 'q-12', number: 'Q-2026-012' }
const nowhere = { address: null, city: null, state: null, country: null, lat: null, lng: null }
const lobby = { id: 'lobby', label: 'Lobby', ...nowhere }
const [byHand, better] = ['<p>cut teh vinyl</p>', '<p>Cut the vinyl.</p>']

function useDraft() {
  let accepts = true
  const draft = createActor(
    draftMachine.provide({
      actors: {
        improve: fromPromise(async (): Promise<Improvement> => {
          if (!accepts) throw new Error('refused')
          return { description: better, note: null }
        }),
      },
    }),
    { input: { ...blankDraft('draft-1'), description: byHand } },
  ).start()
  const improve = async (accepted: boolean) => {
    accepts = accepted
    draft.send({ type: 'ai.improve' })
    await waitFor(draft, (state) => !state.hasTag('improving'))
  }
  return { draft, improve }
}

describe('a draft behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { draft, improve } = useDraft()
      const relates = (seen: { client?: object; quotation?: object; location?: object }) => () => {
        const { client, quotation, location } = draft.getSnapshot().context
        expect({ client, quotation, location }).toEqual({ client: null, quotation: null, location: null, ...seen })
      }
      const reads = (description: string, revertible: boolean) => () =>
        expect([draft.getSnapshot().context.description, draft.getSnapshot().can({ type: 'ai.revert' })]).toEqual([
          description,
          revertible,
        ])
      await path.test({
        events: {
          search: () => draft.send({ type: 'related.search', text: 'Harb' }),
          clearSearch: () => draft.send({ type: 'related.search', text: '' }),
          pickClient: () => draft.send({ type: 'related.pickClient', client: hotel }),
          pickQuotation: () => draft.send({ type: 'related.pickQuotation', quotation: offer, client: hotel }),
          switchOn: () => draft.send({ type: 'related.askQuotation' }),
          switchOff: () => draft.send({ type: 'related.askLocation' }),
          chooseLocation: () => draft.send({ type: 'location.choose', location: lobby }),
          clear: () => draft.send({ type: 'related.clear' }),
          improve: () => improve(true),
          improveInVain: () => improve(false),
          revert: () => draft.send({ type: 'ai.revert' }),
        },
        states: {
          'related.none': relates({}),
          'related.searching': relates({}),
          'related.client': relates({ client: hotel }),
          'related.clientAtPlace': relates({ client: hotel, location: lobby }),
          'related.clientQuotation': relates({ client: hotel }),
          'related.quotation': relates({ client: hotel, quotation: offer }),
          'ai.idle': reads(byHand, false),
          'ai.unimproved': reads(byHand, false),
          'ai.improved': reads(better, true),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(66))
})
