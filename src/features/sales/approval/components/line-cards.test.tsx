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
