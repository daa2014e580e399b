// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DocumentLine } from '@/documents/lines'
import { company } from '@/documents/paper/testing'
import { writingOf } from '@/documents/paper/writing'
import { englishPaperTexts } from '@/shared/domain/texts/papers/english'
import { LineCards } from './line-cards'

afterEach(cleanup)

const line = {
  id: 'l1',
  kind: 'item',
  description: 'Tray panel',
  details: null,
  qty: '2',
  unit: 'piece',
  width_mm: null,
  height_mm: null,
  unit_price: '20.0000',
  discount_pct: '0.00',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  is_optional: false,
  option_group: null,
  is_selected: false,
} as DocumentLine

test('a discount of one amount is said by its amount alone, and is not asked about', () => {
  const off = { kind: 'discount', description: 'Loyalty' } as const
  render(
    <LineCards
      lines={[line, { ...line, ...off, id: 'l2', qty: '-1.0000' }, { ...line, ...off, id: 'l3', qty: '-3.0000' }]}
      currency="EUR"
      writing={writingOf(company, 'EUR', englishPaperTexts)}
      differences={[]}
      isOver={false}
      pictures={{}}
      onAsk={() => undefined}
    />,
  )
  const cards = screen.getAllByRole('listitem')
  const words = cards.map((card) => card.textContent.replaceAll(' ', ' '))
  expect(words[0]).toContain('× €20.00')
  expect(words[1]).toBe('Loyalty−€20.00')
  expect(words[2]).toContain('× €20.00')
  expect(cards.map((card) => within(card).queryAllByRole('button').length)).toEqual([1, 0, 0])
})

test('a line of which more is charged than it measures says both, in the words of its paper', () => {
  const sized = { ...line, qty: '3', unit: 'm2', width_mm: '1200', height_mm: '2100', unit_price: '58.0000' }
  const cards = [
    { ...sized, charged_qty: '8.4000' },
    { ...sized, id: 'l2', charged_qty: '7.5600' },
  ] as DocumentLine[]
  render(
    <LineCards
      lines={cards}
      currency="EUR"
      writing={writingOf(company, 'EUR', englishPaperTexts)}
      differences={[]}
      isOver={false}
      pictures={{}}
      onAsk={() => undefined}
    />,
  )
  const [more, same] = screen.getAllByRole('listitem').map((card) => card.textContent.replaceAll(/\s/g, ' '))
  expect(more).toContain('3 × 1,200 × 2,100 mm · 7.56 m², charged as 8.4 m²')
  expect(more).toContain('8.4 m² × €58.00')
  expect(same).not.toContain('charged as')
})
