import { Anchor, Button, Modal, NumberInput, Stack, Text, TextInput, Textarea, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { productPrice, usualOptions, withChoice } from '@/documents/calculation/product'
import { type Asker, productRequestMachine } from '@/machines/product-request/product-request.machine'
import { formatMoney, shortDecimalText } from '@/shared/domain/money'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { OptionChoice } from '@/shared/ui/option-choice'
import { Problem } from '@/shared/ui/problem'
import { useRecordTitle } from '@/shared/ui/record-title'
import { saveProblem } from '@/shared/ui/save-problem'
import { askForProduct, type PublicProduct } from '../api/public-products.query'
import classes from './products.module.css'
import { WithProduct } from './public-product-screen'

/** /products/manufactured/{id}/settings: a visitor chooses options, sees the price, and asks for it. */
export const ProductSettingsScreen = ({ id }: { id: string }) => (
  <WithProduct id={id}>{(product) => <Settings key={product.id} product={product} />}</WithProduct>
)

function Settings({ product }: { product: PublicProduct }) {
  useRecordTitle(product.name)
  const [request] = useState(newId)
  const [chosen, setChosen] = useState(() => usualOptions(product.options))
  const [typedQty, setQty] = useState<string | number>(1)
  const qty = Math.min(100_000, Math.max(1, Math.trunc(Number(typedQty)) || 1))
  const price = productPrice(
    product.base_price,
    product.options.filter(({ id }) => chosen.includes(id)),
    product.breaks,
    String(qty),
  )
  const [state, send] = useMachine(
    productRequestMachine.provide({
      actors: { ask: fromPromise(({ input }) => askForProduct(request, product.slug, chosen, qty, input)) },
    }),
  )
  if (state.matches('asked'))
    return (
      <EmptyScreen
        whole
        icon={<IconCircleCheck stroke={1.5} />}
        title="We have your request"
        actions={
          <Button component={Link} to="/products/manufactured" variant="default">
            All products
          </Button>
        }
      >
        {`Its number is ${state.context.number ?? ''}. We look at it and send you a quotation by e-mail.`}
      </EmptyScreen>
    )
  const isOne = qty === 1
  return (
    <>
      <Anchor component={Link} to={linkTo('/products/manufactured/:id', { id: product.slug })} size="sm">
        {product.name}
      </Anchor>
      <Title order={1} mb="lg">
        {`${product.name}: your choice`}
      </Title>
      <Stack gap="lg">
        <OptionChoice
          options={product.options}
          chosen={chosen}
          onChoose={(id) => setChosen(withChoice(product.options, chosen, id))}
        />
        <NumberInput
          label="How many"
          w={140}
          min={1}
          max={100_000}
          allowDecimal={false}
          value={typedQty}
          onChange={setQty}
        />
      </Stack>
      <div className={classes.price}>
        <div>
          <div className={classes.amount} role="status" aria-label="Price">
            {formatMoney(price.net)}
          </div>
          <Text size="sm" c="dimmed">
            {[
              isOne
                ? 'without VAT'
                : `${shortDecimalText(String(qty))} at ${formatMoney(price.unit_price)}, without VAT`,
              price.discount_pct === '0.00' ? null : `${shortDecimalText(price.discount_pct)} % less for this quantity`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Button size="md" onClick={() => send({ type: 'ask.open' })}>
          Ask for this
        </Button>
      </div>
      <Modal
        opened={state.hasTag('form')}
        onClose={() => send({ type: 'ask.close' })}
        title={`Ask for ${product.name}`}
      >
        <AskForm
          isBusy={state.matches('sending')}
          problem={state.context.problem}
          onSend={(asker) => send({ type: 'ask.send', asker })}
        />
      </Modal>
    </>
  )
}

type AskFormProps = { isBusy: boolean; problem: unknown; onSend: (asker: Asker) => void }

const nobody: Asker = { name: '', email: '', phone: '', message: '', trap: '' }

function AskForm({ isBusy, problem, onSend }: AskFormProps) {
  const [asker, setAsker] = useState(nobody)
  const put = (values: Partial<Asker>) => setAsker((current) => ({ ...current, ...values }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSend(asker)
      }}
    >
      <Stack>
        {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
        <TextInput
          label="Name"
          required
          autoComplete="name"
          maxLength={200}
          data-autofocus
          value={asker.name}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <TextInput
          label="E-mail"
          required
          type="email"
          autoComplete="email"
          maxLength={320}
          value={asker.email}
          onChange={(event) => put({ email: event.currentTarget.value })}
        />
        <TextInput
          label="Telephone"
          type="tel"
          autoComplete="tel"
          maxLength={50}
          value={asker.phone}
          onChange={(event) => put({ phone: event.currentTarget.value })}
        />
        <Textarea
          label="Anything that we should know"
          rows={3}
          maxLength={2000}
          value={asker.message}
          onChange={(event) => put({ message: event.currentTarget.value })}
        />
        <div className={classes.trap} aria-hidden="true">
          <label>
            Leave this empty
            <input
              tabIndex={-1}
              autoComplete="off"
              value={asker.trap}
              onChange={(event) => put({ trap: event.currentTarget.value })}
            />
          </label>
        </div>
        <Text size="sm" c="dimmed">
          We use this to answer you, and for nothing else.
        </Text>
        <Button type="submit" loading={isBusy}>
          Send the request
        </Button>
      </Stack>
    </form>
  )
}
