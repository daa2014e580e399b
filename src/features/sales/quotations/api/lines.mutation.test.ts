// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, serve } from '@/shared/ui/testing'
import { storeChange } from './lines.mutation'

const first = { kind: 'cost', id: 'a', from: null, to: '12' } as const
afterEach(() => vi.unstubAllGlobals())

test('the first cost of a line is not written over one that a colleague entered meanwhile', async () => {
  serve((): Answer => ({ body: [] }))
  await expect(storeChange('q', first)).rejects.toThrow('Somebody else entered this cost meanwhile.')
})

test('a cost whose answer was lost is stored once and succeeds again', async () => {
  serve(({ method }): Answer => ({ body: method === 'GET' ? [{ item_id: 'a' }] : [] }))
  await expect(storeChange('q', first)).resolves.toBeUndefined()
})
