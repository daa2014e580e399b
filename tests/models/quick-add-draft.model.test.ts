import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { contentOf, type DraftEmitted, draftMachine, type Improvement } from '@/machines/quick-add/draft.machine'
import { blankDraft, type DraftContent } from '@/machines/quick-add/draft-content'
import { arrows, everyArrow } from './arrows'
import { quickAddDraftModel } from './quick-add-draft.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(draftMachine)

const paths = everyArrow(createTestModel(quickAddDraftModel))

const hotel = { id: 'hotel', name: 'Harbour Light Hotel', company: null }
const offer = { id: 'q-12', number: 'Q-2026-012' }
const nowhere = { address: null, city: null, state: null, country: null, lat: null, lng: null }
const lobby = { id: 'lobby', label: 'Lobby', ...nowhere }
const [byHand, better] = ['<p>cut teh vinyl</p>', '<p>Cut the vinyl.</p>']

function useDraft() {
  let accepts = true
  const heard: DraftEmitted[] = []
  const machine = draftMachine.provide({
    actors: {
      improve: fromPromise(async ({ input }): Promise<Improvement> => {
        expect(input.description).not.toBe('')
        if (!accepts) throw new Error('refused')
        return { description: better, note: null }
      }),
    },
  })
  const begin = (input: DraftContent) => {
    const draft = createActor(machine, { inspect: walked.inspect, input })
    draft.on('*', (event) => heard.push(event))
    return draft.start()
  }
  const tab = { draft: begin({ ...blankDraft('draft-1'), description: byHand }) }
  const improve = async (accepted: boolean, meanwhile = () => {}) => {
    accepts = accepted
    tab.draft.send({ type: 'ai.improve' })
    meanwhile()
    await waitFor(tab.draft, (state) => !state.hasTag('improving'))
    expect(heard.at(-1)).toEqual(
      accepted ? { type: 'ai.improved', note: null } : { type: 'ai.failed', reason: 'refused' },
    )
  }
  const write = (change: { title?: string; description?: string }) => tab.draft.send({ type: 'draft.write', change })
  return {
    tab,
    heard,
    improve,
    write,
    restore: () => {
      const content = contentOf(tab.draft.getSnapshot())
      tab.draft.stop()
      tab.draft = begin(content)
    },
  }
}

describe('a draft behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, heard, improve, write, restore } = useDraft()
      const now = () => tab.draft.getSnapshot().context
      const relates = (seen: { client?: object; quotation?: object; location?: object }) => () => {
        const { client, quotation, location } = now()
        expect({ client, quotation, location }).toEqual({ client: null, quotation: null, location: null, ...seen })
      }
      const reads = (description: string, revertible: boolean) => () =>
        expect([now().description, tab.draft.getSnapshot().can({ type: 'ai.revert' })]).toEqual([
          description,
          revertible,
        ])
      const writeTitle = (title: string) => () => {
        write({ title })
        expect(now().title).toBe(title)
      }
      await path.test({
        events: {
          search: () => {
            tab.draft.send({ type: 'related.search', text: ' ' })
            expect(tab.draft.getSnapshot().matches({ related: 'none' })).toBe(true)
            tab.draft.send({ type: 'related.search', text: 'Harb' })
            expect(now().search).toBe('Harb')
          },
          searchMore: () => {
            tab.draft.send({ type: 'related.search', text: 'Harbour' })
            expect(now().search).toBe('Harbour')
          },
          clearSearch: () => tab.draft.send({ type: 'related.search', text: '' }),
          pickClient: () => tab.draft.send({ type: 'related.pickClient', client: hotel }),
          pickQuotation: () => tab.draft.send({ type: 'related.pickQuotation', quotation: offer, client: hotel }),
          beginWithClient: () => tab.draft.send({ type: 'related.pickClient', client: hotel }),
          beginWithQuotation: () => tab.draft.send({ type: 'related.pickQuotation', quotation: offer, client: hotel }),
          switchOn: () => tab.draft.send({ type: 'related.askQuotation' }),
          switchOff: () => tab.draft.send({ type: 'related.askLocation' }),
          chooseLocation: () => tab.draft.send({ type: 'location.choose', location: lobby }),
          clear: () => tab.draft.send({ type: 'related.clear' }),
          write: writeTitle('Lobby sign'),
          improve: () => improve(true),
          improveWhileWriting: () => improve(true, writeTitle('Lobby signs')),
          improveInVain: () => improve(false),
          improveNothing: () => {
            const { description } = now()
            write({ description: '<p></p>' })
            tab.draft.send({ type: 'ai.improve' })
            expect(heard.at(-1)).toEqual({ type: 'ai.nothing' })
            write({ description })
          },
          revert: () => {
            tab.draft.send({ type: 'ai.revert' })
            expect(heard.at(-1)).toEqual({ type: 'ai.reverted' })
          },
          restore,
        },
        states: {
          'related.none': () => {
            relates({})()
            expect(now().search).toBe('')
          },
          'related.searching': relates({}),
          'related.client': () => {
            relates({ client: hotel })()
            expect(now().search).toBe('')
          },
          'related.clientAtPlace': relates({ client: hotel, location: lobby }),
          'related.clientQuotation': relates({ client: hotel }),
          'related.clientQuotationSearched': relates({ client: hotel }),
          'related.quotation': () => {
            relates({ client: hotel, quotation: offer })()
            expect(now().search).toBe('')
          },
          'related.quotationAtPlace': relates({ client: hotel, quotation: offer, location: lobby }),
          'ai.idle': reads(byHand, false),
          'ai.unimproved': reads(byHand, false),
          'ai.improved': reads(better, true),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(169))
})

testEveryTransition(walked)
