// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { applyMetadata } from './apply-metadata'

test('tags are written once, replaced by newer values, and gone when a setting is emptied', () => {
  document.head.innerHTML = '<link rel="icon" type="image/svg+xml" href="/favicon.svg">'
  const author = { attribute: 'name', key: 'author', content: 'Bright' } as const
  const title = { attribute: 'property', key: 'og:title', content: 'Old "quoted" <b>' } as const
  applyMetadata(document, { title: null, icon: null, tags: [author, title] })
  applyMetadata(document, { title: null, icon: '/new.png', tags: [{ ...title, content: 'New' }] })

  expect([...document.head.querySelectorAll('meta')].map((tag) => [tag.getAttribute('property'), tag.content])).toEqual(
    [['og:title', 'New']],
  )
  const icons = [...document.head.querySelectorAll('link[rel="icon"]')]
  expect(icons.map((icon) => [icon.getAttribute('href'), icon.getAttribute('type')])).toEqual([['/new.png', null]])
})
