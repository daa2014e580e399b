import { Alert, Badge, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { type ContactField, contactFieldLabels, contactName } from '@/shared/domain/people/contact'
import { momentText, withTax } from '@/shared/domain/text/formats'
import { OnStopBadge } from '@/shared/ui/parts/on-stop-badge'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { colleaguesQuery, type ContactCardRow, contactTypesQuery } from '@/features/people/contacts/api/contact.query'
import { mergeContacts } from '@/features/people/contacts/api/duplicates.mutation'
import { belongingsQuery, duplicatesKey } from '@/features/people/contacts/api/duplicates.query'
import { contactsKey } from '@/features/people/contacts/api/contacts.query'
import {
  belongingsText,
  choiceOf,
  filledFields,
  mergedValues,
  otherSide,
  type Pair,
  type Picked,
  type Side,
  sideOf,
  withChoice,
} from '@/features/people/contacts/merge-choice'
import classes from './merge.module.css'
import { linkTo } from '@/shared/lib/address'
import { cardLink } from '@/features/people/contacts/card-link'

const sides = ['one', 'other'] as const

/** Two cards side by side: the remaining card, the value of each field, and the records that move. */
export function MergeForm({ cards }: { cards: Pair<ContactCardRow> }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const belongings = { one: useQuery(belongingsQuery(cards.one.id)), other: useQuery(belongingsQuery(cards.other.id)) }
  const [search, setSearch] = useSearchParams()
  const usual: Side = cards.one.user_id === null && cards.other.user_id !== null ? 'other' : 'one'
  const { keep, picked } = choiceOf(search, usual)
  const choose = (next: { keep: Side; picked: Picked }) =>
    setSearch((now) => withChoice(now, next), { replace: true, preventScrollReset: true })
  const valueText = useValueText()
  const [kept, gone] = [cards[keep], cards[otherSide(keep)]]
  const blocked =
    kept.type !== gone.type
      ? 'A person and a business cannot become one contact.'
      : kept.user_id !== null && gone.user_id !== null
        ? 'Both contacts have an account: they are two people.'
        : null
  const saving = useActMutation({
    mutationFn: () => mergeContacts({ keep: kept, gone, values: mergedValues(cards, keep, picked) }),
    onSuccess: async () => {
      notifications.show({ message: `${contactName(gone)} is now part of this card.`, title: 'Merged' })
      await navigate(cardLink(kept), { replace: true })
    },
    onSettled: () =>
      Promise.all([contactsKey, duplicatesKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const moving = belongingsText(belongings[otherSide(keep)].data ?? [])

  return (
    <Stack>
      <div className={classes.cards} role="table" aria-label="The two contacts">
        <div className={classes.heads} role="row">
          <span role="columnheader" className={classes.label}>
            Which card stays?
          </span>
          {sides.map((side) => (
            <div key={side} role="cell" className={classes.head} data-chosen={side === keep || undefined}>
              <Radio
                name="keep"
                checked={side === keep}
                disabled={cards[otherSide(side)].user_id !== null && cards[side].user_id === null}
                onChange={() => choose({ keep: side, picked: {} })}
                label={<span className={classes.name}>{contactName(cards[side])}</span>}
                description={`Added ${momentText(cards[side].created_at)}`}
              />
              <Group gap={6} mt={6}>
                {side === keep ? (
                  <Badge size="sm">Stays</Badge>
                ) : (
                  <Badge size="sm" variant="default">
                    Goes
                  </Badge>
                )}
                {cards[side].user_id ? (
                  <Badge size="sm" variant="default">
                    Has an account
                  </Badge>
                ) : null}
                {cards[side].on_stop ? <OnStopBadge /> : null}
                {cards[side].archived_at ? (
                  <Badge size="sm" color="gray">
                    Archived
                  </Badge>
                ) : null}
              </Group>
            </div>
          ))}
        </div>
        {filledFields(cards).map((field) => (
          <div key={field} className={classes.row} role="row">
            <span role="rowheader" className={classes.label}>
              {withTax(contactFieldLabels[field])}
            </span>
            {sides.map((side) => (
              <Value
                key={side}
                field={field}
                text={valueText(field, cards[side][field])}
                same={cards.one[field] === cards.other[field]}
                chosen={sideOf(field, cards, keep, picked) === side}
                onChoose={() => choose({ keep, picked: { ...picked, [field]: side } })}
              />
            ))}
          </div>
        ))}
        <div className={classes.row} role="row">
          <span role="rowheader" className={classes.label}>
            Its records
          </span>
          {sides.map((side) => (
            <Text key={side} role="cell" size="sm" className={classes.cell}>
              {belongings[side].isPending ? '…' : belongingsText(belongings[side].data ?? []) || 'Nothing'}
            </Text>
          ))}
        </div>
      </div>
      {blocked ? (
        <Alert color="yellow" title={blocked} />
      ) : (
        <Text>
          {moving ? `From ${contactName(gone)} to ${contactName(kept)} move ${moving}. ` : null}
          Links to {contactName(gone)} will lead to the card that stays. Values that are not chosen are written into a
          note. A merge cannot be undone.
        </Text>
      )}
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
      <Group justify="flex-end">
        <Button variant="default" component={Link} to={`${linkTo('/contacts')}?view=duplicates`}>
          Cancel
        </Button>
        <Button
          leftSection={<IconArrowMerge size={18} aria-hidden />}
          disabled={blocked !== null}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          Merge into one contact
        </Button>
      </Group>
    </Stack>
  )
}

type ValueProps = { field: ContactField; text: string | null; same: boolean; chosen: boolean; onChoose: () => void }

function Value({ field, text, same, chosen, onChoose }: ValueProps) {
  return (
    <div role="cell" className={classes.cell} data-chosen={(chosen && !same && text !== null) || undefined}>
      {same ? (
        <Text size="sm" className={classes.wrap}>
          {text}
        </Text>
      ) : (
        <Radio
          name={`value-${field}`}
          size="xs"
          checked={chosen}
          onChange={onChoose}
          label={
            <Text size="sm" component="span" {...(text === null ? { c: 'dimmed' } : {})} className={classes.wrap}>
              {text ?? 'None'}
            </Text>
          }
        />
      )}
    </div>
  )
}

/** The text of a value: types and account managers by name. */
function useValueText() {
  const types = useQuery(contactTypesQuery)
  const colleagues = useQuery(colleaguesQuery)
  return (field: ContactField, value: string | number | null): string | null => {
    if (value === null) return null
    if (field === 'contact_type_id') return types.data?.find(({ id }) => id === value)?.name ?? '…'
    if (field === 'account_manager_id')
      return colleagues.data?.find(({ userId }) => userId === value)?.name ?? 'Former colleague'
    return field === 'payment_terms_days' ? `${value} days` : String(value)
  }
}
