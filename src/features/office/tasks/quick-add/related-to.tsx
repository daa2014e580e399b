import { CloseButton, Input, Switch, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { capital } from '@/kit/words'
import type { DraftRef } from '@/machines/quick-add/draft.machine'
import { clientText } from '@/shared/domain/records/related'
import { ClientQuotationSearch, UnifiedSearch } from './related-search'
import { LocationPicker } from './location-picker'
import classes from './quick-add-form.module.css'
import { StreetView } from './street-view'

/** What a task is about, and for whom. */
export function RelatedTo({ draft, disabled }: { draft: DraftRef; disabled: boolean }) {
  const about = useSelector(draft, (state) => state.context.about)
  return (
    <>
      {about ? (
        <Input.Wrapper label="About" labelElement="div">
          <Picked
            label={`Clear the ${about.kind}`}
            text={`${capital(about.kind)} ${about.number}`}
            disabled={disabled}
            onClear={() => draft.send({ type: 'draft.write', change: { about: null } })}
          />
        </Input.Wrapper>
      ) : null}
      <RelatedClient draft={draft} disabled={disabled} />
    </>
  )
}

/** The client of a task, with one of their quotations or locations if chosen (spec 2 §4). */
function RelatedClient({ draft, disabled }: { draft: DraftRef; disabled: boolean }) {
  const { client, quotation, location, search } = useSelector(draft, (state) => state.context)
  const place = useSelector(draft, (state) => state.value.related)
  const type = (text: string) => draft.send({ type: 'related.search', text })
  const clear = () => draft.send({ type: 'related.clear' })

  if (place === 'none' || place === 'searching' || place === 'asLeft') {
    return (
      <UnifiedSearch
        typed={search}
        disabled={disabled}
        onType={type}
        onQuotation={(found) => draft.send({ type: 'related.pickQuotation', ...found })}
        onClient={(found) => draft.send({ type: 'related.pickClient', client: found })}
      />
    )
  }
  const asksQuotation = place === 'clientQuotation'
  return (
    <>
      <div className={classes.pair}>
        <Input.Wrapper label="Related To" labelElement="div">
          {quotation ? (
            <Picked label="Clear the quotation" text={quotation.number} disabled={disabled} onClear={clear} />
          ) : null}
          {client ? (
            <Picked label="Clear the client" text={clientText(client)} disabled={disabled} onClear={clear} />
          ) : null}
          {quotation ? null : (
            <Switch
              mt={4}
              label="Select Quotation"
              checked={asksQuotation}
              disabled={disabled}
              onChange={(event) =>
                draft.send({ type: event.currentTarget.checked ? 'related.askQuotation' : 'related.askLocation' })
              }
            />
          )}
        </Input.Wrapper>
        {asksQuotation && client ? (
          <ClientQuotationSearch
            clientId={client.id}
            typed={search}
            disabled={disabled}
            onType={type}
            onQuotation={({ quotation: found }) =>
              draft.send({ type: 'related.pickQuotation', quotation: found, client })
            }
          />
        ) : null}
        {asksQuotation ? null : (
          <LocationPicker
            clientId={client?.id ?? null}
            value={location}
            disabled={disabled}
            onChange={(site) => draft.send({ type: 'location.choose', location: site })}
          />
        )}
      </div>
      {location ? <StreetView key={location.id} site={location} /> : null}
    </>
  )
}

type PickedProps = { text: string; label: string; disabled: boolean; onClear: () => void }

const Picked = ({ text, label, disabled, onClear }: PickedProps) => (
  <div className={classes.picked}>
    <Text size="sm" fw={600}>
      {text}
    </Text>
    <CloseButton size="sm" aria-label={label} disabled={disabled} onClick={onClear} />
  </div>
)
