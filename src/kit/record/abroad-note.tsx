import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { vatKey } from '@/documents/totals'
import { useLive } from '@/kit/live/use-live'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { contactName } from '@/shared/domain/people/contact'
import { countryNameIn } from '@/shared/domain/places/country-code'
import { withTax } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { vatNumberQuery } from './vat-number.query'
import { type TaxedPaper, vatProposalQuery } from './vat-proposal'

type ChargedLine = { vat_rate: string | null; vat_treatment: string | null }
type Rate = { value: string; rate: string; treatment: string; isDefault: boolean }

type AbroadNoteProps<Line extends ChargedLine, Known extends Rate> = {
  contactId: string
  paper: TaxedPaper
  lines: readonly Line[]
  rates: readonly Known[]
  /** Whether the VAT of a line can be changed on this paper; of any line where it is not given. */
  isFree?: (line: Line) => boolean
  set: (lines: readonly Line[], reverse: Known) => void
}

const ofProposal = [
  { page: 'contacts', tables: ['contacts'] },
  { page: 'quotations', tables: ['vat_rates'] },
] as const

const isTaxed = ({ vat_rate, vat_treatment }: ChargedLine): boolean =>
  vat_rate !== null && vat_treatment === 'standard' && isAboveZero(vat_rate)

/**
 * Beside the VAT of a draft for a business in another EU country whose lines charge VAT: that reverse charge usually applies,
 * and one act that sets it, or where its rate is made.
 */
export function AbroadNote<Line extends ChargedLine, Known extends Rate>(props: AbroadNoteProps<Line, Known>) {
  const { contactId, paper, lines } = props
  const proposal = useQuery(vatProposalQuery(contactId, paper)).data
  useLive(['vat-proposal'], ofProposal)
  const taxed = lines.filter(isTaxed)
  if (!proposal?.isAbroad || taxed.length === 0) return null
  return proposal.isReverse ? (
    <SetReverse {...props} to={proposal.value} taxed={taxed} />
  ) : (
    <NoRate client={contactId} />
  )
}

function NoRate({ client }: { client: string }) {
  const { data } = useQuery(vatNumberQuery(client))
  const isAdmin = useRights().role === 'admin'
  if (!data) return null
  const letters = data.vat_number?.slice(0, 2) ?? ''
  const country = countryNameIn('en', letters === 'EL' ? 'GR' : letters)
  return (
    <Text size="sm" my="xs" role="status">
      {withTax(
        `${contactName(data)} has a {tax} number of ${country}. Reverse charge usually applies. You have no rate for it. `,
      )}
      {isAdmin ? (
        <Anchor component={Link} to={`${linkTo('/settings/company')}#vat-rates`} size="sm">
          {withTax('Add a {tax} rate')}
        </Anchor>
      ) : (
        'An admin can add it.'
      )}
    </Text>
  )
}

type SetReverseProps<Line extends ChargedLine, Known extends Rate> = Pick<
  AbroadNoteProps<Line, Known>,
  'rates' | 'isFree' | 'set'
> & { to: string; taxed: readonly Line[] }

/** The lines with the usual rate get reverse charge together. A line with another rate keeps it. */
function SetReverse<Line extends ChargedLine, Known extends Rate>({
  to,
  taxed,
  rates,
  isFree = () => true,
  set,
}: SetReverseProps<Line, Known>) {
  const reverse = rates.find(({ value }) => value === to)
  const usual = rates.find(({ isDefault }) => isDefault)?.value
  const meant = taxed
    .filter(isFree)
    .filter(({ vat_rate, vat_treatment }) => vatKey(vat_rate ?? '', vat_treatment ?? '') === usual)
  if (!reverse || meant.length === 0) return null
  return (
    <Button variant="default" size="xs" my="xs" onClick={() => set(meant, reverse)}>
      {meant.length === 1 ? 'Set reverse charge on the line' : `Set reverse charge on all ${meant.length} lines`}
    </Button>
  )
}
