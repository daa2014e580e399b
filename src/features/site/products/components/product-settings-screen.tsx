import { Button, Modal, NumberInput, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useMachine } from '@xstate/react'
import { type FormEvent, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { productPrice, usualOptions, withChoice } from '@/documents/calculation/product'
import { type Asker, productRequestMachine } from '@/machines/product-request/product-request.machine'
import { formatMoney, shortDecimalText } from '@/shared/domain/money'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { OptionChoice } from '@/shared/ui/option-choice'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { isEmail } from '../../shared/fields'
import { SiteLink } from '../../shared/site-link'
import site from '../../shared/site.module.css'
import { useTyped } from '../../shared/use-typed'
import { askForProduct, type PublicProduct } from '../api/public-products.query'
import classes from './products.module.css'
import { ProductPictures, WithProduct } from './public-product-screen'

/** /products/manufactured/{id}/settings: a visitor chooses options, sees the price, and asks for it. */
export const ProductSettingsScreen = ({ id }: { id: string }) => (
  <WithProduct id={id} isDoor>
    {(product) => <Settings key={product.id} product={product} />}
  </WithProduct>
)

function Settings({ product }: { product: PublicProduct }) {
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
      <>
        <h1 className={site.display}>We have your request</h1>
        <p className={site.lead}>
          {`Its number is ${state.context.number ?? ''}. We look at it and send you a quotation by e-mail.`}
        </p>
        <p style={{ marginTop: '2rem' }}>
          <SiteLink to={linkTo('/products/manufactured')} className={site.button}>
            All products
          </SiteLink>
        </p>
      </>
    )
  const isOne = qty === 1
  return (
    <>
      <SiteLink to={linkTo('/products/manufactured/:id', { id: product.slug })} className={site.crumb}>
        {product.name}
      </SiteLink>
      <div className={site.two}>
        <div>
          <h1 className={site.title}>{`${product.name}: your choice`}</h1>
          <Stack gap="lg" className={classes.choices ?? ''}>
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
              <div className={site.quiet}>
                {[
                  isOne
                    ? 'without VAT'
                    : `${shortDecimalText(String(qty))} at ${formatMoney(price.unit_price)}, without VAT`,
                  price.discount_pct === '0.00'
                    ? null
                    : `${shortDecimalText(price.discount_pct)} % less for this quantity`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            <button type="button" className={site.button} onClick={() => send({ type: 'ask.open' })}>
              Ask for this
            </button>
          </div>
        </div>
        <ProductPictures product={product} />
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

const lines = ['name', 'email', 'phone', 'message'] as const

/** What was typed outlives the dialog: who closes it to choose again finds it as it was. */
function AskForm({ isBusy, problem, onSend }: AskFormProps) {
  const { typed, put } = useTyped('product-request', lines)
  const [trap, setTrap] = useState('')
  const [isTold, setTold] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const problems = {
    name: typed.name.trim() ? null : 'Please enter your name',
    email: isEmail(typed.email) ? null : 'Please enter a valid e-mail address',
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTold(true)
    if (problems.name || problems.email) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } else if (!isBusy) onSend({ ...typed, trap })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
        <TextInput
          label="Name"
          required
          autoComplete="name"
          maxLength={200}
          data-autofocus
          value={typed.name}
          error={isTold ? problems.name : null}
          onChange={(event) => put('name', event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          required
          type="email"
          autoComplete="email"
          maxLength={320}
          value={typed.email}
          error={isTold ? problems.email : null}
          onChange={(event) => put('email', event.currentTarget.value)}
        />
        <TextInput
          label="Telephone"
          type="tel"
          autoComplete="tel"
          maxLength={50}
          value={typed.phone}
          onChange={(event) => put('phone', event.currentTarget.value)}
        />
        <Textarea
          label="Anything that we should know"
          rows={3}
          maxLength={2000}
          value={typed.message}
          onChange={(event) => put('message', event.currentTarget.value)}
        />
        <div className={classes.trap} aria-hidden="true">
          <label>
            Leave this empty
            <input
              tabIndex={-1}
              autoComplete="off"
              value={trap}
              onChange={(event) => setTrap(event.currentTarget.value)}
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
