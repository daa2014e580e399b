import { expect, test } from 'vitest'
import { assetAccountsOf } from './asset-accounts'

test('accounts of fixed assets are left out of choices with the account of their depreciation, those of costs stay', () => {
  expect(
    assetAccountsOf([
      { id: 'machines', kind: 'asset', written_down_on: 'depreciation' },
      { id: 'Maschinen', kind: 'asset', written_down_on: null },
      { id: 'rent', kind: 'cost', written_down_on: null },
    ]),
  ).toEqual(['machines', 'depreciation', 'Maschinen'])
})
