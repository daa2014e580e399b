import { Badge } from '@mantine/core'
import type { Asset } from '../api/assets.query'
import { stateOf, stateWords } from '../asset-words'

const colours = { disposed: 'gray', written: 'yellow', used: 'cyan' } as const

/** The state of an asset as a badge. */
export const AssetState = ({ asset }: { asset: Asset }) => (
  <Badge component="span" variant="light" color={colours[stateOf(asset)]}>
    {stateWords[stateOf(asset)]}
  </Badge>
)
