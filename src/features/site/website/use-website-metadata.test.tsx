// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { useSiteTitle } from './use-website-metadata'

afterEach(() => {
  cleanup()
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
