import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ContactNames, contactName } from '@/shared/domain/people/contact'
import { countText } from '@/shared/domain/text/formats'
import { type OwnPapers, ownPapersQuery } from '../api/contact.query'

const words = {
  quotations: ['quotation', 'quotations'],
  orders: ['order', 'orders'],
  invoices: ['invoice', 'invoices'],
  payments: ['payment', 'payments'],
} as const satisfies Record<keyof OwnPapers, readonly [string, string]>

/** `2 quotations, 1 invoice` */
const countsOf = (papers: OwnPapers): string =>
  (Object.keys(words) as (keyof OwnPapers)[])
    .filter((kind) => papers[kind] > 0)
    .map((kind) => `${countText(papers[kind])} ${words[kind][papers[kind] === 1 ? 0 : 1]}`)
    .join(', ')

type PapersOfBeforeProps = { people: readonly ({ id: string; buysFor: boolean } & ContactNames)[]; business: string }

/** Says that the papers of people who are linked to a business stay with them, and for whom new ones are made. */
export function PapersOfBefore({ people, business }: PapersOfBeforeProps) {
  const found = useQuery(ownPapersQuery(people.map(({ id }) => id)))
  const withPapers = people.flatMap((person) => {
    const papers = found.data?.get(person.id)
    return papers ? [{ person, papers }] : []
  })
  if (withPapers.length === 0) return null
  return (
    <Alert color="gray" mb="md" title="Papers stay with the person">
      {withPapers.map(({ person, papers }) => (
        <Text key={person.id} size="sm">{`${contactName(person)}: ${countsOf(papers)}.`}</Text>
      ))}
      <Text size="sm">
        {`They were made for the person, and stay on that account with what is open of them. ${
          withPapers.every(({ person }) => person.buysFor)
            ? `New ones are made for ${business}.`
            : `For new ones, choose ${business} as the client and the person as its contact.`
        } To move a quotation that is a draft, choose its client anew.`}
      </Text>
    </Alert>
  )
}
