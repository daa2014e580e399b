// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { noRights } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'
import { CurrentUserContext, useCurrentUser } from '@/shared/hooks/current-user'
import { serve, showTo } from '@/shared/ui/testing'
import type { Signal } from '@/streams/realtime/channels'
import { useCompanyLook } from './use-company-look'
import { useLiveSettings } from './use-live-settings'
import { useSiteTitle } from './use-website-metadata'

const topics = vi.hoisted(() => new Map<string, unknown>())
vi.mock('@/streams/realtime/live-channels', () => ({
  channel: (topic: string) => {
    if (!topics.has(topic)) topics.set(topic, new Subject<Signal>())
    return topics.get(topic)
  },
}))

afterEach(() => {
  cleanup()
  localStorage.clear()
  topics.clear()
  vi.unstubAllGlobals()
})

const Title = () => <h1>{useSiteTitle()}</h1>

function open(siteTitle: string) {
  serve(({ path }) =>
    path.includes('/website_metadata_settings')
      ? { body: [{ setting_key: 'site_title', setting_value: siteTitle }] }
      : { body: [{ name: 'Bright Signs', currency: 'EUR', number_style: 'en', date_style: 'dmy', hour_style: '24' }] },
  )
  showTo('admin', <Title />)
}

test('A15: titles carry the company’s name while nobody gave the site one', async () => {
  open('Signwright')
  expect(await screen.findByRole('heading', { name: 'Bright Signs' })).toBeTruthy()
})

test('and the site’s own once it has one', async () => {
  open('Signs of Valletta')
  expect(await screen.findByRole('heading', { name: 'Signs of Valletta' })).toBeTruthy()
})

test('N 3: a role that a person gets opens its topic, and the look of the company comes by it without a reload', async () => {
  let stored = { name: 'Our company', brand_color: null as string | null, logo_url: null as string | null }
  serve(({ path }) => ({ body: path.includes('get_company') ? stored : [] }))
  let become = (_: Role) => {}
  const Frame = () => {
    useLiveSettings()
    const { name, brandColour, logoUrl } = useCompanyLook()
    return <p>{[name, brandColour, logoUrl].filter(Boolean).join(', ')}</p>
  }
  const FirstVisit = () => {
    const person = useCurrentUser()
    const [role, setRole] = useState<Role | null>(null)
    useEffect(() => {
      become = setRole
    }, [])
    return (
      <CurrentUserContext value={{ ...person, rights: { ...noRights, role } }}>
        <Frame />
      </CurrentUserContext>
    )
  }
  const tell = (signal: Signal) =>
    act(async () => {
      const topic = topics.get('role:admin')
      if (topic instanceof Subject) topic.next(signal)
    })
  showTo('admin', <FirstVisit />)
  expect(await screen.findByText('Our company')).toBeTruthy()
  expect([...topics.keys()]).toEqual([])

  act(() => become('admin'))
  expect([...topics.keys()]).toEqual(['role:admin'])
  stored = { ...stored, name: 'Bright Signs' }
  await tell({ kind: 'live' })
  expect(await screen.findByText('Bright Signs')).toBeTruthy()

  stored = { name: 'Brighter Signs', brand_color: '#8a1538', logo_url: 'https://signs.example/logo.png' }
  await tell({ kind: 'message', event: 'changed', payload: { table: 'company_settings', op: 'UPDATE', id: '1' } })
  expect(await screen.findByText('Brighter Signs, #8a1538, https://signs.example/logo.png')).toBeTruthy()
})
