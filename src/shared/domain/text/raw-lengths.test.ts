import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Drawings of the public site, which show one sign with its measures, and sample data. */
const isDrawn = (path: string): boolean =>
  path.startsWith('/src/features/site/shared/art/') ||
  path === '/src/features/site/shared/blocks/shopfront.tsx' ||
  path === '/src/documents/testing.ts'

/** Without comments, and without the examples in empty fields, which name a material. */
const bare = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/placeholder: '[^']*'/g, '')

/** A length or an area whose unit stands in a text: `${width} mm`, `Size (mm)`, `{area} m²`. Speeds are none. */
const rawUnit = /(?:[})]|\d) ?mm\b(?![\w/])| \(mm\)|, mm['"`<]|\} ?m²(?!\/)/g

const rawLengths = (source: string): string[] => [...bare(source).matchAll(rawUnit)].map(([found]) => found)

test('the rule finds a text that names the unit of a length by itself', () => {
  expect(
    rawLengths(`
      const size = \`\${width} × \${height} mm\`
      { label: 'Size (mm)' }
      label: 'At least, mm'
      'Up to 20,000 mm'
      <b>{area} m²</b>
      // 96 inches are 2,438.4 mm
      /** \`3,000 × 750 mm\` */
      placeholder: 'ACM 3 mm white'
      unit: 'mm/s', feed: 'Feed (mm/min)', format: 'yyyy-mm-dd'
    `),
  ).toHaveLength(5)
})

test('only the module of lengths says in which unit a length is', () => {
  const raw = Object.entries(sources)
    .filter(([path]) => !isDrawn(path) && path !== '/src/shared/domain/text/length.ts')
    .flatMap(([path, source]) => rawLengths(source).map((found) => `${path}: ${found}`))
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  expect(raw).toEqual([])
})
