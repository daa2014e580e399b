import { Progress, Text } from '@mantine/core'
import { type Balance, hoursText } from '../week'

/** `32 h + 8 h away of 40 h`, with a bar when the contract is known. */
export function BalanceLine({ of: { planned, credited, contract }, name }: { of: Balance; name: string }) {
  const all = planned + credited
  const isOver = contract !== null && all > contract
  return (
    <div>
      <Text size="xs" c={isOver ? 'magenta' : 'dimmed'}>
        {hoursText(planned)}
        {credited > 0 ? ` + ${hoursText(credited)} away` : ''}
        {contract === null ? '' : ` of ${hoursText(contract)}`}
      </Text>
      {contract ? (
        <Progress
          mt={4}
          size={4}
          value={Math.min(100, (100 * all) / contract)}
          color={isOver ? 'magenta' : 'process'}
          aria-label={`Hours of ${name} against contract`}
        />
      ) : null}
    </div>
  )
}
