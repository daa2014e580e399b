import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { vatKey } from '@/documents/totals'
import { useLive } from '@/kit/live/use-live'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { shortDecimalText } from '@/shared/domain/money/money'
import { withTax } from '@/shared/domain/text/formats'
import { hasPlaces, type TaxedPaper, vatProposalQuery } from './vat/vat-proposal'

type ChargedLine = { vat_rate: string | null; vat_treatment: string | null }
type Rate = { value: string; isDefault: boolean; isOfPlace: boolean }

type OtherPlaceNoteProps<Line extends ChargedLine> = {
  contactId: string
  paper: TaxedPaper
  lines: readonly Line[]
  rates: readonly Rate[]
  /** Whether the tax of a line can be changed on this paper; of any line where it is not given. */
  isFree?: (line: Line) => boolean
  set: (lines: readonly Line[], to: { rate: string; treatment: 'standard' }) => void
}

const ofPlaces = [
  { page: 'contacts', tables: ['contacts'] },
  { page: 'locations', tables: ['locations'] },
  { page: 'quotations', tables: ['tax_places'] },
] as const

/**
 * Beside the sales tax of a draft whose client, site or place changed since: that its lines have the tax of another place, and one act
 * that sets the tax of its own. A further rate of the company was chosen by somebody and is not meant.
 */
export function OtherPlaceNote<Line extends ChargedLine>(props: OtherPlaceNoteProps<Line>) {
  const { contactId, paper, lines, rates, isFree = () => true, set } = props
  const proposal = useQuery({ ...vatProposalQuery(contactId, paper), enabled: hasPlaces() }).data
  useLive(['vat-proposal'], ofPlaces)
  const [rate = '', treatment = ''] = proposal?.value.split(' ') ?? []
  if (!hasPlaces() || treatment !== 'standard') return null
  const chosen = new Set(rates.filter((one) => !one.isDefault && !one.isOfPlace).map(({ value }) => value))
  const others = lines.filter((line) => {
    if (line.vat_rate === null || line.vat_treatment !== 'standard' || !isAboveZero(line.vat_rate)) return false
    const key = vatKey(line.vat_rate, line.vat_treatment)
    return key !== proposal?.value && !chosen.has(key) && isFree(line)
  })
  if (others.length === 0) return null
  const isOne = others.length === 1
  return (
    <Group gap="sm" my="xs">
      <Text size="sm" role="status">
        {withTax(
          `${isOne ? 'One line has' : `${others.length} lines have`} the {tax} of another place. ${proposal?.place ? `This goes to ${proposal.place.name}` : 'The usual rate is'}: ${shortDecimalText(rate)} %.`,
        )}
      </Text>
      <Button variant="default" size="xs" onClick={() => set(others, { rate, treatment: 'standard' })}>
        {`Set ${shortDecimalText(rate)} % on ${isOne ? 'the line' : `all ${others.length} lines`}`}
      </Button>
    </Group>
  )
}
