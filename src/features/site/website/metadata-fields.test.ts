import { describe, expect, test } from 'vitest'
import {
  choicesOf,
  clipped,
  metadataFields,
  metadataGroups,
  metadataKeys,
  metadataProblems,
  previewsOf,
} from './metadata-fields'

const empty = {
  site_title: '',
  site_description: '',
  site_author: '',
  keywords: '',
  site_url: '',
  favicon_url: '',
  og_title: '',
  og_description: '',
  og_image: '',
  og_type: '',
  twitter_title: '',
  twitter_description: '',
  twitter_image: '',
  twitter_card: '',
}

test('every key of the specification can be edited, in one place', () => {
  const grouped = metadataGroups.flatMap(({ keys }) => keys)
  expect([grouped.toSorted(), Object.keys(metadataFields).toSorted()]).toEqual([
    metadataKeys.toSorted(),
    metadataKeys.toSorted(),
  ])
})

describe('the preview', () => {
  test('falls back from what is shared to what search engines see', () => {
    const { search, shared } = previewsOf({
      ...empty,
      site_title: 'Bright',
      site_description: 'Signs that last',
      site_url: 'https://www.bright.example/',
      og_title: 'Bright on the web',
    })
    expect([search.title, search.address, shared.title, shared.description, shared.host, shared.picture]).toEqual([
      'Bright',
      'https://www.bright.example',
      'Bright on the web',
      'Signs that last',
      'www.bright.example',
      null,
    ])
  })

  test('shows no picture from an address that is none', () => {
    expect(previewsOf({ ...empty, og_image: 'javascript:alert(1)' }).shared.picture).toBeNull()
  })

  test('is clipped between words', () => {
    expect([clipped('Signs that last', 20), clipped('Signs that last longer', 12)]).toEqual([
      'Signs that last',
      'Signs that …',
    ])
  })
})

test('addresses that are none are told, everything else is free', () => {
  expect(
    metadataProblems({ ...empty, site_url: 'bright', og_image: 'javascript:x', favicon_url: '/i.png', keywords: 'a' }),
  ).toEqual({
    site_url: 'An address that begins with https://',
    og_image: 'An address that begins with https:// or with /',
  })
})

test('a word of their own that somebody wrote stays among the choices', () => {
  expect(choicesOf('og_type', 'book')?.at(-1)).toEqual({ value: 'book', label: 'book' })
  expect(choicesOf('og_type', 'website')).toEqual(metadataFields.og_type.choices)
})
