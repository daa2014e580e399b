import { roundingsNow } from '@/shared/domain/text/formats'
import { type Say, useSay } from '@/kit/client-page/use-say'
import type { english } from '@/shared/domain/texts/catalogue/en'
import { cataloguePart } from '@/shared/domain/texts/catalogue/part'
import type { english as ofForms } from '@/shared/domain/texts/forms/en'
import { formsPart } from '@/shared/domain/texts/forms/part'
import { Modal, Stack, TextInput } from '@mantine/core'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { productPrice, usualOptions, withChoice } from '@/documents/calculation/product'
import { type Asker, productRequestMachine } from '@/machines/product-request/product-request.machine'
import { formatMoney, formatPrice, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { OptionChoice } from '@/shared/ui/parts/option-choice'
import { emailLine, phoneLine } from '../../shared/reach-lines'
import { type FormLine, FormOfLines } from '../../shared/site-form'
import { SiteLink } from '../../shared/site-link'
import site from '../../shared/site.module.css'
import { forgetTyped } from '../../shared/use-typed'
import { askForProduct, type PublicProduct } from '../api/public-products.query'
import classes from './products.module.css'
import { ProductPictures, WithProduct } from './public-product-screen'

/** /products/manufactured/{id}/settings: a visitor chooses options, sees the price, and sends a request. */
export const ProductSettingsScreen = ({ id }: { id: string }) => (
  <WithProduct id={id} path="/products/manufactured/:id/settings" isDoor>
    {(product) => <Settings key={product.id} product={product} />}
  </WithProduct>
)

/** The draft outlives the dialog: it is still there when the visitor closes it and opens it again. */
const form = 'product-request'

function Settings({ product }: { product: PublicProduct }) {
  const say = useSay(cataloguePart)
  const sayForm = useSay(formsPart)
  const [request] = useState(newId)
  const [chosen, setChosen] = useState(() => usualOptions(product.options))
  const [typedQty, setQty] = useState('1')
  const read = readDecimal(typedQty, { places: 0, least: '1', most: '100000' })
  const problem = problemOf(say, typedQty, 'problem' in read ? read.problem : null)
  const qty = 'value' in read ? Number(read.value) : 1
  const price = productPrice(
    product.base_price,
    product.options.filter(({ id }) => chosen.includes(id)),
    product.breaks,
    String(qty),
    roundingsNow().amounts,
  )
  const [state, send] = useMachine(
    productRequestMachine.provide({
      actors: {
        ask: fromPromise(async ({ input }) => {
          const number = await askForProduct(request, product.slug, chosen, qty, input)
          forgetTyped(form)
          return number
        }),
      },
    }),
  )
  if (state.matches('asked'))
    return (
      <>
        <h1 className={site.display}>{say('have_request')}</h1>
        <p className={site.lead}>{say('request_number', { number: state.context.number ?? '' })}</p>
        <p style={{ marginTop: '2rem' }}>
          <SiteLink to={linkTo('/products/manufactured')} className={site.button}>
            {say('all_products')}
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
          <h1 className={site.title}>{say('your_choice', { product: product.name })}</h1>
          <Stack gap="lg" className={classes.choices ?? ''}>
            <OptionChoice
              extras={say('extras')}
              options={product.options}
              chosen={chosen}
              onChoose={(id) => setChosen(withChoice(product.options, chosen, id))}
            />
            <TextInput
              label={say('how_many')}
              w={220}
              inputMode="numeric"
              maxLength={12}
              value={typedQty}
              error={problem}
              onChange={(event) => setQty(event.currentTarget.value)}
            />
          </Stack>
          <div className={classes.price}>
            <div>
              <div className={classes.amount} role="status" aria-label={say('price')}>
                {problem === null ? formatMoney(price.net) : '–'}
              </div>
              <div className={site.quiet}>
                {[
                  isOne
                    ? say('without_tax')
                    : say('count_at', {
                        count: shortDecimalText(String(qty)),
                        price: formatPrice(price.unit_price),
                      }),
                  price.discount_pct === '0.00'
                    ? null
                    : say('less_for_quantity', { percent: shortDecimalText(price.discount_pct) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            <button
              type="button"
              className={site.button}
              onClick={() => (problem === null ? send({ type: 'ask.open' }) : undefined)}
            >
              {say('ask_for_this')}
            </button>
          </div>
        </div>
        <ProductPictures product={product} />
      </div>
      <Modal
        opened={state.hasTag('form')}
        onClose={() => send({ type: 'ask.close' })}
        title={say('ask_for', { product: product.name })}
      >
        <FormOfLines
          name={form}
          lines={whoOf({ say, sayForm })}
          submitLabel={say('send_request')}
          note={say('used_to_answer')}
          takesFocus
          isBusy={state.matches('sending')}
          failure={state.context.problem}
          onSend={(typed, trap) => send({ type: 'ask.send', asker: { ...typed, trap } })}
        />
      </Modal>
    </>
  )
}

type Words = { say: Say<typeof english>; sayForm: Say<typeof ofForms> }

const whoOf = ({ say, sayForm }: Words): FormLine<Exclude<keyof Asker, 'trap'>>[] => [
  { name: 'name', label: sayForm('name'), autoComplete: 'name' },
  emailLine(sayForm),
  { ...phoneLine(sayForm), isOptional: true },
  { name: 'message', label: say('should_know'), isLong: true, isOptional: true, max: 2000 },
]

/** What is wrong with the typed quantity; null when it can be ordered. English says exactly why. */
function problemOf(say: Say<typeof english>, typed: string, problem: string | null): string | null {
  if (problem === null) return null
  if (typed.trim() === '') return say('say_how_many')
  return say.language === 'en' ? problem : say('wrong_count')
}
