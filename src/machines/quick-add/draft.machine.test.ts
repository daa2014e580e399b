import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Client, Site } from '@/shared/domain/records/related'
import { blankDraft, type DraftContent } from './draft-content'
import { contentOf, type DraftEmitted, draftMachine } from './draft.machine'

const hotel: Client = { id: 'hotel', name: 'Harbour Light Hotel', company: null }
const bakery: Client = { id: 'bakery', name: "Ta' Ġorġina Bakery", company: null }
const offer = { id: 'q-12', number: 'Q-2026-012' }
const lobby: Site = {
  id: 'lobby',
  label: 'Lobby',
  address: null,
  city: null,
  state: null,
  country: null,
  lat: 35.9,
  lng: 14.5,
}

function write(content: Partial<DraftContent> = {}, improve: (text: string) => Promise<string> = async (text) => text) {
  const draft = createActor(
    draftMachine.provide({
      actors: {
        improve: fromPromise(async ({ input }) => ({ description: await improve(input.description), note: null })),
      },
    }),
    { input: { ...blankDraft('draft-1'), ...content } },
  ).start()
  const heard: DraftEmitted[] = []
  draft.on('*', (event) => heard.push(event))
  const related = () => {
    const { client, quotation, location } = contentOf(draft.getSnapshot())
    return { place: draft.getSnapshot().value.related, client, quotation, location }
  }
  const settled = () => waitFor(draft, (state) => !state.hasTag('improving'))
  return { draft, heard, related, settled, text: () => draft.getSnapshot().context.description }
}

const nothing = { place: 'none', client: null, quotation: null, location: null }

describe('Related To', () => {
  test('starts with nothing and searches while something is typed', () => {
    const { draft, related } = write()
    expect(related()).toEqual(nothing)
    draft.send({ type: 'related.search', text: 'Q-2' })
    expect(related().place).toBe('searching')
    draft.send({ type: 'related.search', text: '' })
    expect(related().place).toBe('none')
  })

  test('spec 2 §4: picking a quotation sets the quotation and its client', () => {
    const { draft, related } = write()
    draft.send({ type: 'related.search', text: 'Q-2' })
    draft.send({ type: 'related.pickQuotation', quotation: offer, client: hotel })
    expect(related()).toEqual({ place: 'quotation', client: hotel, quotation: offer, location: null })
  })

  test('beside a quotation a place of its client can be chosen; where no client is known none can', () => {
    const { draft, related } = write({ client: hotel, quotation: offer })
    draft.send({ type: 'location.choose', location: lobby })
    expect(related()).toEqual({ place: 'quotation', client: hotel, quotation: offer, location: lobby })
    const alone = write({ quotation: offer })
    alone.draft.send({ type: 'location.choose', location: lobby })
    expect(alone.related().location).toBe(null)
  })

  test('spec 2 §4: after a client was picked, a location or a quotation of theirs can be', () => {
    const { draft, related } = write()
    draft.send({ type: 'related.search', text: 'Harb' })
    draft.send({ type: 'related.pickClient', client: hotel })
    draft.send({ type: 'location.choose', location: lobby })
    expect(related()).toEqual({ place: 'client', client: hotel, quotation: null, location: lobby })
    draft.send({ type: 'related.askQuotation' })
    expect(related().place).toBe('clientQuotation')
    draft.send({ type: 'related.askLocation' })
    draft.send({ type: 'related.askQuotation' })
    draft.send({ type: 'related.pickQuotation', quotation: offer, client: hotel })
    expect(related()).toEqual({ place: 'quotation', client: hotel, quotation: offer, location: lobby })
  })

  for (const place of ['client', 'clientQuotation', 'quotation'] as const) {
    test(`clearing from ${place} resets the related fields and the location`, () => {
      const { draft, related } = write()
      draft.send({ type: 'related.search', text: 'Harb' })
      draft.send({ type: 'related.pickClient', client: hotel })
      draft.send({ type: 'location.choose', location: lobby })
      if (place !== 'client') draft.send({ type: 'related.askQuotation' })
      if (place === 'quotation') draft.send({ type: 'related.pickQuotation', quotation: offer, client: hotel })
      expect(related().place).toBe(place)
      draft.send({ type: 'related.clear' })
      expect(related()).toEqual(nothing)
    })
  }

  test('a location of another client does not stay', () => {
    const { draft, related } = write({ client: hotel, location: lobby })
    draft.send({ type: 'related.askQuotation' })
    draft.send({ type: 'related.pickQuotation', quotation: offer, client: bakery })
    expect(related()).toEqual({ place: 'quotation', client: bakery, quotation: offer, location: null })
  })

  test('a location is chosen only beside a client', () => {
    const { draft, related } = write()
    draft.send({ type: 'location.choose', location: lobby })
    expect(related()).toEqual(nothing)
  })

  test('is where it was when a draft is restored', () => {
    expect(write({ client: hotel }).related().place).toBe('client')
    expect(write({ client: hotel, quotation: offer }).related().place).toBe('quotation')
  })
})

describe('AI improve', () => {
  test('spec 2 §5: needs a description after stripping tags', () => {
    const { draft, heard } = write({ description: '<p><br></p><p> </p>' })
    draft.send({ type: 'ai.improve' })
    expect([draft.getSnapshot().value.ai, heard]).toEqual(['idle', [{ type: 'ai.nothing' }]])
  })

  test('spec 2 §4: replaces the description, and Revert restores the original', async () => {
    const { draft, heard, text, settled } = write({ description: '<p>cut teh vinyl</p>' }, async () => '<p>Cut.</p>')
    draft.send({ type: 'ai.improve' })
    expect(draft.getSnapshot().hasTag('improving')).toBe(true)
    await settled()
    expect(text()).toBe('<p>Cut.</p>')
    draft.send({ type: 'ai.revert' })
    expect([text(), heard]).toEqual([
      '<p>cut teh vinyl</p>',
      [{ type: 'ai.improved', note: null }, { type: 'ai.reverted' }],
    ])
    expect(draft.getSnapshot().can({ type: 'ai.revert' })).toBe(false)
  })

  test('spec 2 §4: is reverted also after a reload', () => {
    const { draft, text } = write({ description: '<p>Cut.</p>', original: '<p>cut teh vinyl</p>' })
    expect(draft.getSnapshot().hasTag('improved')).toBe(true)
    draft.send({ type: 'ai.revert' })
    expect([text(), contentOf(draft.getSnapshot()).original]).toEqual(['<p>cut teh vinyl</p>', null])
  })

  test('a second time still reverts to what was written by hand', async () => {
    let times = 0
    const { draft, text, settled } = write({ description: '<p>one</p>' }, async () => `<p>better ${++times}</p>`)
    for (let i = 0; i < 2; i++) {
      draft.send({ type: 'ai.improve' })
      await settled()
    }
    expect(text()).toBe('<p>better 2</p>')
    draft.send({ type: 'ai.revert' })
    expect(text()).toBe('<p>one</p>')
  })

  test('that fails says why and changes nothing', async () => {
    const { draft, heard, text, settled } = write({ description: '<p>one</p>' }, async () => {
      throw new Error('Too many calls')
    })
    draft.send({ type: 'ai.improve' })
    await settled()
    expect([text(), heard]).toEqual(['<p>one</p>', [{ type: 'ai.failed', reason: 'Too many calls' }]])
  })

  test('spec 2 §4: runs once at a time and leaves Related To alone', async () => {
    const { draft, related, settled } = write({ description: '<p>one</p>' })
    draft.send({ type: 'ai.improve' })
    expect(draft.getSnapshot().can({ type: 'ai.improve' })).toBe(false)
    draft.send({ type: 'related.search', text: 'Harb' })
    await settled()
    expect(related().place).toBe('searching')
  })
})
