// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { serve } from '@/shared/ui/testing'
import { readContactChoice } from './contact-choice.query'

const contact = (id: string, roles: string[]) => ({
  id,
  type: 'Person',
  name: id,
  last_name: null,
  company: null,
  city: null,
  on_stop: false,
  roles,
})

test('colleagues are not offered as clients; people with an account of a client are', async () => {
  serve(() => ({
    body: [
      ...Array.from({ length: 12 }, (_, place) => contact(`colleague-${place}`, ['sales'])),
      contact('newcomer', ['pending']),
      contact('client', ['client']),
      contact('stranger', []),
    ],
  }))
  const found = await readContactChoice('ma', undefined, new AbortController().signal)
  expect(found.map(({ id }) => id)).toEqual(['newcomer', 'client', 'stranger'])
})
