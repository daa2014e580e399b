import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '@/shared/ui/testing'
import { lineRates } from './vat/vat-proposal'

afterEach(() => vi.unstubAllGlobals())

const rate = (label: string, percent: string, treatment = 'standard', valid_to: string | null = null) => ({
  label,
  rate: percent,
  treatment,
  valid_from: null,
  valid_to,
})

test('equal rates are one choice with both names, and one that ended is offered last where no other has its rate', async () => {
  serve(() => ({ body: [] }))
  const found = await lineRates(
    [
      rate('VAT 18 %', '18.0000', 'standard', '2020-01-01'),
      rate('VAT 7 %', '7.0000', 'standard', '2020-01-01'),
      rate('USt 19 %', '19.0000'),
      rate('USt 7 %', '7'),
      rate('Reverse charge, Malta', '0', 'reverse_charge'),
      rate('Reverse charge, Germany', '0.0000', 'reverse_charge'),
    ],
    new AbortController().signal,
  )
  expect(found.map(({ label }) => label)).toEqual([
    'USt 19 %',
    'USt 7 %',
    'Reverse charge, Malta / Reverse charge, Germany',
    'VAT 18 % (not offered today)',
  ])
})
