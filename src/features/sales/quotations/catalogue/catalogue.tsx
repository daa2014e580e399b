import { Badge, Button, Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { IconBook2, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsPhone } from '@/kit/list/use-wide'
import { formatPrice } from '@/shared/domain/money/money'
import { unitWord } from '@/shared/domain/money/quantity-text'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { catalogueAt, type CatalogueService } from '../api/catalogue.query'
import classes from './catalogue.module.css'

/** `currency` and `rate` are those of the quotation. */
type Picking = { currency: string; rate: string; onPick: (picked: CatalogueService) => void }

const priceText = ({ unit_price, unit }: CatalogueService, currency: string): string | null =>
  unit_price === null ? null : `${formatPrice(unit_price, currency)} / ${unitWord(unit ?? 'piece', 1)}`

/** The services by category, without a heading for those that have none. */
const byCategory = (services: readonly CatalogueService[]): [string, CatalogueService[]][] => [
  ...Map.groupBy(services, ({ category }) => category ?? 'Other'),
]

/** All services of the company, to pick one for a line. Typing searches, the arrows mark, Enter takes. */
export function Catalogue({ isOpen, onClose, ...picking }: Picking & { isOpen: boolean; onClose: () => void }) {
  const isPhone = useIsPhone()
  const [hasPicked, setPicked] = useState(false)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Catalogue"
      size="lg"
      fullScreen={isPhone}
      // With a service the sheet has the keyboard, at the new line.
      returnFocus={!hasPicked}
      onEnterTransitionEnd={() => setPicked(false)}
    >
      <Services
        {...picking}
        onPick={(picked) => {
          setPicked(true)
          onClose()
          picking.onPick(picked)
        }}
      />
    </Modal>
  )
}

function Services({ currency, rate, onPick }: Picking) {
  const services = useQuery(catalogueAt(rate))
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({ opened: true })
  const words = foldAccents(typed).split(/\s+/).filter(Boolean)
  const found = (services.data ?? []).filter((service) => {
    const text = foldAccents(`${service.description} ${service.category ?? ''} ${service.details ?? ''}`)
    return words.every((word) => text.includes(word))
  })
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const picked = found.find(({ service_id }) => service_id === id)
        if (picked) onPick(picked)
      }}
    >
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label="Search the catalogue"
          placeholder="Search services"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.selectFirstOption()
          }}
        />
      </Combobox.EventsTarget>
      {services.isPending ? <LineSkeletons count={6} height={44} /> : null}
      {services.isError ? (
        <Problem onRetry={() => void services.refetch()}>The catalogue could not be read</Problem>
      ) : null}
      <Combobox.Options aria-label="Services" className={classes.services ?? ''}>
        {byCategory(found).map(([category, rows]) => (
          <Combobox.Group key={category} label={category}>
            {rows.map((service) => (
              <Offered key={service.service_id} of={service} currency={currency} />
            ))}
          </Combobox.Group>
        ))}
        {services.data && found.length === 0 ? <Combobox.Empty>No service has these words</Combobox.Empty> : null}
      </Combobox.Options>
      <Text size="xs" c="dimmed" mt="sm">
        Materials, and what this client was quoted before, come while you write a description.
      </Text>
    </Combobox>
  )
}

const Offered = ({ of, currency }: { of: CatalogueService; currency: string }) => (
  <Combobox.Option value={of.service_id} className={classes.service ?? ''}>
    <span>
      {of.description}
      {of.details ? <small>{of.details}</small> : null}
    </span>
    <span className={classes.price}>
      {priceText(of, currency) ?? 'No price'}
      {of.hasRecipe ? (
        <Badge variant="light" size="sm">
          Recipe
        </Badge>
      ) : null}
    </span>
  </Combobox.Option>
)

const offeredFirst = 6

/** While no line is written: the first services, one press away, and the way to all of them. */
export function BeginWithService({ currency, rate, onPick, onAll }: Picking & { onAll: () => void }) {
  const { data: services = [] } = useQuery(catalogueAt(rate))
  if (services.length === 0) return null
  const first = services.toSorted((a, b) => a.sort - b.sort).slice(0, offeredFirst)
  return (
    <section className={classes.begin} aria-label="Begin with a service">
      <Text fw={600}>Begin with a service of your catalogue</Text>
      <div className={classes.first}>
        {first.map((service) => (
          <Button
            key={service.service_id}
            variant="default"
            justify="flex-start"
            className={classes.offer ?? ''}
            onClick={() => onPick(service)}
          >
            <span>
              {service.description}
              <small>{priceText(service, currency)}</small>
            </span>
          </Button>
        ))}
        <Button variant="light" leftSection={<IconBook2 size={16} aria-hidden />} onClick={onAll}>
          {`All ${services.length} services`}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        Or write a description: two letters find services, materials, and what this client was quoted before. Rows of a
        spreadsheet can be pasted.
      </Text>
    </section>
  )
}
