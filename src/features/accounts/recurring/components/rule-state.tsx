import { Badge } from '@mantine/core'
import type { Rule } from '../api/recurring.query'
import { stateOf, stateWords } from '../recurring'

const colours = { failing: 'red', paused: 'yellow', ended: 'gray', active: 'cyan' } as const

/** The state of a rule as a badge. */
export const RuleState = ({ rule }: { rule: Rule }) => (
  <Badge component="span" variant="light" color={colours[stateOf(rule)]}>
    {stateWords[stateOf(rule)]}
  </Badge>
)
