type CostAccount = { id: string; kind: string; written_down_on: string | null }

/** The accounts of fixed assets and those of their depreciation: bills and the register move them, and nothing else does. */
export const assetAccountsOf = (accounts: readonly CostAccount[]): string[] =>
  accounts.flatMap(({ id, kind, written_down_on }) =>
    kind === 'asset' ? [id, ...(written_down_on === null ? [] : [written_down_on])] : [],
  )
