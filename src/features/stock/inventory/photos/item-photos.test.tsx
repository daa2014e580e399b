// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { serve, showTo } from '@/shared/ui/testing'
import { ItemPhotos } from './item-photos'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const photo = (id: string) => ({ id, path: `item/${id}.jpg`, preview: 'data:image/jpeg;base64,AAAA' })

test('a file that is no picture is refused in words; another photo is put first', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  const calls = serve(({ path }) =>
    path.includes('/rest/v1/item_photos') ? { body: [photo('p1'), photo('p2')] } : { body: [] },
  )
  const user = showTo(
    'admin',
    <MemoryRouter>
      <OutboxProvider kinds={kindsFrom(async () => (await import('./outbox-kinds')).itemKinds)}>
        <ItemPhotos item={{ id: 'item', name: 'Tape' }} mayEdit />
      </OutboxProvider>
    </MemoryRouter>,
  )
  const section = await screen.findByRole('region', { name: 'Photos' })
  await within(section).findByRole('button', { name: 'Show photo 2 of 2' })
  const chooser = section.querySelector('input[type=file]')
  if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no chooser')
  await user.upload(chooser, [new File(['0'], 'tape.png', { type: 'image/png' })])
  expect(await within(section).findByText(/^tape.png: This file is not a picture/)).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('add_item_photo'))).toEqual([])

  await user.click(within(section).getByRole('button', { name: 'Show photo 2 of 2' }))
  await user.click(await screen.findByRole('button', { name: 'Show in lists' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('put_item_photo_first'))?.body).toEqual({ p_id: 'p2' }),
  )
})
