import { describe, expect, test } from 'vitest'
import { companyOf } from '../shared/company'
import { safeImageUrl } from '../shared/safe-image-url'
import { pageMetadata, metadataOf } from './website-metadata'

describe('website metadata', () => {
  test('every setting of the specification reaches its place in the head', () => {
    const settings = metadataOf(
      Object.entries({
        site_title: 'Bright Signs',
        site_description: 'Signs that last',
        site_author: 'Bright Ltd',
        keywords: 'signs, print',
        og_type: 'website',
        site_url: 'https://bright.example',
        og_title: 'Bright',
        og_description: 'Signs',
        og_image: 'https://bright.example/og.png',
        twitter_card: 'summary',
        twitter_title: 'Bright on X',
        twitter_description: 'Signs!',
        twitter_image: '/x.png',
        favicon_url: '/icon.png',
      }).map(([setting_key, setting_value]) => ({ setting_key, setting_value })),
    )
    expect(pageMetadata(settings)).toEqual({
      title: 'Bright Signs',
      icon: '/icon.png',
      tags: [
        { attribute: 'name', key: 'description', content: 'Signs that last' },
        { attribute: 'name', key: 'author', content: 'Bright Ltd' },
        { attribute: 'name', key: 'keywords', content: 'signs, print' },
        { attribute: 'property', key: 'og:type', content: 'website' },
        { attribute: 'property', key: 'og:url', content: 'https://bright.example' },
        { attribute: 'property', key: 'og:title', content: 'Bright' },
        { attribute: 'property', key: 'og:description', content: 'Signs' },
        { attribute: 'property', key: 'og:image', content: 'https://bright.example/og.png' },
        { attribute: 'name', key: 'twitter:card', content: 'summary' },
        { attribute: 'name', key: 'twitter:title', content: 'Bright on X' },
        { attribute: 'name', key: 'twitter:description', content: 'Signs!' },
        { attribute: 'name', key: 'twitter:image', content: '/x.png' },
      ],
    })
  })

  test('empty settings leave the page as it came', () => {
    const settings = metadataOf([
      { setting_key: 'site_title', setting_value: null },
      { setting_key: 'site_author', setting_value: '  ' },
    ])
    expect(pageMetadata(settings)).toEqual({ title: null, icon: null, tags: [] })
  })

  test.each([
    ['https://cdn.example/icon.png', 'https://cdn.example/icon.png'],
    ['/favicon.svg', '/favicon.svg'],
    ['icons/favicon.ico', 'icons/favicon.ico'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:image/svg+xml,<svg onload=alert(1)>', null],
    ['//evil.example/icon.png', null],
    ['/\\evil.example', null],
    ['http:evil', null],
    ['', null],
  ])('the icon %j becomes %j', (written, used) => expect(safeImageUrl(written)).toBe(used))
})

describe('the company', () => {
  test('text is trimmed, and empty text counts as missing', () => {
    expect(
      companyOf({
        name: ' Bright ',
        address: '1 Quay',
        postcode: null,
        city: 'Valletta',
        country: '',
        map_point: '35.9, 14.5',
      }),
    ).toEqual({
      name: 'Bright',
      email: null,
      phone: null,
      place: { address: '1 Quay', postcode: null, city: 'Valletta', state: null, country: null },
      country: null,
      at: { lat: 35.9, lng: 14.5 },
      vatNumber: null,
      taxIdName: 'VAT',
      legalForm: null,
      representedBy: null,
      registerCourt: null,
      legalNotice: null,
      registrationNumber: null,
      logoUrl: null,
      brandColour: null,
      language: null,
      formats: {
        currency: 'EUR',
        number_style: 'point',
        date_style: 'words',
        hour_style: '24h',
        length_unit: 'mm',
        time_zone: null,
        tax_kind: 'vat',
        rounding: 'cut',
        tax_name: 'VAT',
        country: null,
        first_weekday: 1,
      },
    })
  })

  test.each([
    ['#0b5c73', '#0b5c73'],
    ['#0B5C73', null],
    ['url(https://evil.example)', null],
    [null, null],
  ])('the colour %s counts as %s', (stored, shown) => {
    expect(companyOf({ brand_color: stored }).brandColour).toBe(shown)
  })

  test('a company that nobody named yet carries the name of the product', () => {
    expect(companyOf({}).name).toBe('Signwright')
  })
})
