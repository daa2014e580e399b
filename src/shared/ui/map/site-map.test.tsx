// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { SiteMap } from './site-map'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pins = [
  { id: 'a', label: 'Bakery', lat: 35.9, lng: 14.5 },
  { id: 'b', label: 'Kiosk', lat: 48.2, lng: 16.4 },
]

/** A map that is 600 by 400 pixels wide; the coasts cannot be read. */
function inAFrame() {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
}

test('pins of the whole world are buttons with names, also when no coast can be read', async () => {
  inAFrame()
  const chosen: string[] = []
  const user = showTo('sales', <SiteMap label="Map of sites" pins={pins} onChoose={(id) => chosen.push(id)} />)
  await screen.findByRole('group', { name: 'Map of sites' })
  const kiosk = await screen.findByRole('button', { name: 'Kiosk' })
  expect(screen.getByRole('button', { name: 'Bakery' })).toBeTruthy()
  kiosk.focus()
  await user.keyboard('{Enter}')
  expect(chosen).toEqual(['b'])
})

test('a pin is put in the middle and moved by arrow keys', async () => {
  inAFrame()
  const onPick = vi.fn()
  const map = (picked: { lat: number; lng: number } | null) => (
    <SiteMap label="Map" picked={picked} onPick={onPick} lookAt={{ lat: 35.9, lng: 14.5 }} />
  )
  const user = showTo('sales', map(null))
  await user.click(await screen.findByRole('button', { name: 'Put the pin in the middle' }))
  expect(onPick).toHaveBeenCalledWith({ lat: expect.closeTo(35.9, 2), lng: expect.closeTo(14.5, 2) })
  cleanup()
  const again = showTo('sales', map({ lat: 35.9, lng: 14.5 }))
  const pin = await screen.findByRole('button', { name: /^Pin at 35.90000, 14.50000/ })
  pin.focus()
  await again.keyboard('{ArrowRight}')
  await waitFor(() => expect(onPick.mock.lastCall?.[0].lng).toBeGreaterThan(14.5))
})
