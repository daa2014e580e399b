import { roundingWords } from '@/shared/domain/money/tax-on'
import { Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { currencyCodes } from '@/shared/domain/money/currency'
import { dateStyles, hourStyles, numberStyles, lengthUnits } from '@/shared/domain/text/formats'
import { stateName } from '@/shared/domain/places/address-words'
import { countryCode } from '@/shared/domain/places/country-code'
import { ibanProblem, readableIban } from '@/shared/domain/money/iban'
import { checkVatNumber } from '@/shared/domain/money/vat-number'
import { languages } from '@/shared/domain/texts/languages'
import { confirmChange, notifyWithUndo } from '@/kit/confirm'
import { type Edits, useKeptEdits } from '@/shared/hooks/kept-edits'
import page from '@/shared/ui/page/record-page.module.css'
import { companyKey } from '../../shared/api/company.query'
import { companySettingsQuery } from '../api/company-settings.query'
import { recentChangesKey, type SettingsChange } from '../api/recent-changes.query'
import { saveCompany, storedSetting } from '../api/save-company.mutation'
import {
  type CompanyField,
  companyFields,
  companyLabel,
  companyLabels,
  companyProblems,
  type CompanyValues,
} from '../company-fields'
import { BrandExample } from './brand-example'
import { FormatsExample } from './formats-example'
import { ImprintLacks, LettersLack } from './imprint-lacks'
import { LogoForm } from './logo-form'
import { RecentChanges } from './recent-changes'
import { SettingField } from './setting-field'
import { SettingsForm } from './settings-form'
import classes from './settings-form.module.css'

const currencyNames = new Intl.DisplayNames(['en'], { type: 'currency' })
const choices: Partial<Record<CompanyField, { value: string; label: string }[]>> = {
  currency: [...new Set([...currencyCodes, ...Intl.supportedValuesOf('currency')])].map((value) => ({
    value,
    label: `${value} · ${currencyNames.of(value) ?? value}`,
  })),
  time_zone: [
    { value: 'UTC', label: 'Not chosen (UTC)' },
    { value: 'Etc/UTC', label: 'UTC' },
    ...Intl.supportedValuesOf('timeZone')
      .filter((zone) => !/^(Etc\/)?UTC$/.test(zone))
      .map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  ],
  number_style: choicesOf(numberStyles),
  date_style: choicesOf(dateStyles),
  hour_style: choicesOf(hourStyles),
  tax_kind: choicesOf({ vat: 'VAT', gst: 'GST', sales_tax: 'Sales tax', none: 'No tax' }),
  bank_fields: choicesOf({
    iban: 'IBAN and BIC',
    routing: 'Routing number and account number',
    sort_code: 'Sort code and account number',
  }),
  first_weekday: choicesOf({ 1: 'Monday', 6: 'Saturday', 7: 'Sunday' }),
  paper_size: choicesOf({ a4: 'A4', letter: 'Letter' }),
  length_unit: choicesOf(lengthUnits),
  electronic_invoices: choicesOf({ en16931: 'UBL and Factur-X beside the PDF', none: 'The PDF alone' }),
  language: [...languages],
  rounding: choicesOf(roundingWords),
}
const wide: readonly CompanyField[] = ['name', 'legal_notice', 'exemption_note', 'address', 'map_point']
const mapPoint = {
  description: 'The public site shows it. Coordinates or a map link.',
  placeholder: '51.4779, -0.0015',
}
const descriptions: Partial<Record<CompanyField, string>> = {
  rounding:
    'Lines, tax and deposits of new papers. Sales tax and GST always go to the nearest cent. Issued papers stay.',
  account_holder: 'Empty: the name of the company.',
  tax_kind: 'VAT: an invoice that charges it names your number. Sales tax needs none.',
  tax_name: 'Papers and screens call it so, as inside of a sentence: VAT, IVA, sales tax.',
  legal_form: 'GmbH, UG, sole trader. Not needed where the name says it.',
  represented_by: 'On papers, mails and the imprint: the directors, or you as the owner.',
  register_court: 'The court or office that keeps the register: Amtsgericht München, Companies House.',
  iban: 'Clients pay to this account. Printed on quotations and invoices; other admins are told of each change.',
  language: 'Papers and mails of clients who have no language of their own. Your screens stay English.',
  payment_terms_days: 'Days from the invoice until it is due, where the client has no terms of its own.',
  cash_discount_pct: 'In percent, for clients who pay early and have no discount of their own. Empty: none.',
  cash_discount_days: 'Days from the invoice.',
  small_rest: 'So much of an invoice may be written off by everybody who may change invoices.',
}
/** What the law of a country wants on papers besides the fields, with an example. */
const legalNotices: Readonly<Record<string, string>> = {
  ES: 'The entry in the register: Registro Mercantil de Sevilla, tomo 1, folio 2, hoja SE-3',
  FR: 'The share capital: SARL au capital de 10 000 €',
  GB: 'The registered office, where it is another address',
  IE: 'The registered office, where it is another address',
  IT: 'REA number and share capital: REA MI-1234567, capitale sociale € 10.000,00 i.v.',
  PL: 'The share capital: kapitał zakładowy 5 000,00 zł',
  PT: 'The share capital: capital social 5.000 €',
}
/** What a business below the limit of its country's tax writes on its invoices. */
const smallBusinesses: Readonly<Record<string, string>> = {
  AT: 'Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung (§ 6 Abs. 1 Z 27 UStG).',
  BE: 'Bijzondere vrijstellingsregeling kleine ondernemingen / Régime particulier de franchise des petites entreprises.',
  DE: 'Steuerbefreiung für Kleinunternehmer (§ 19 UStG).',
  FR: 'TVA non applicable, art. 293 B du CGI.',
  IT: 'Operazione effettuata in regime forfettario ai sensi dell’art. 1, commi da 54 a 89, della legge n. 190/2014.',
  MT: 'Exempt under Article 11 of the VAT Act.',
  NL: 'Vrijgesteld van btw op grond van artikel 25 Wet OB (kleineondernemersregeling).',
  PL: 'Zwolnienie z VAT na podstawie art. 113 ust. 1 ustawy o VAT.',
  PT: 'IVA – regime de isenção (artigo 53.º do CIVA).',
}
const inAmerica: typeof descriptions = {
  legal_form: 'LLC, Inc., sole proprietor. Not needed where the name says it.',
  register_court: 'The state that keeps the register: Texas Secretary of State.',
}
const descriptionOf = (field: CompanyField, { country }: CompanyValues): { description?: string } => {
  if (field === 'legal_notice') {
    const wanted = legalNotices[countryCode(country) ?? '']
    return { description: `Stands on papers, mails and the imprint.${wanted ? ` ${wanted}.` : ''}` }
  }
  if (field === 'exemption_note') {
    const usual = smallBusinesses[countryCode(country) ?? '']
    return {
      description: `Papers print it where a line is exempt, as you write it. Empty: that it is exempt.${usual ? ` Small businesses: ${usual}` : ''}`,
    }
  }
  const description = (countryCode(country) === 'US' ? inAmerica[field] : undefined) ?? descriptions[field]
  return description ? { description } : {}
}
const types: Partial<Record<CompanyField, string>> = { email: 'email', phone: 'tel' }
const groups: { title: string; fields: readonly CompanyField[] }[] = [
  {
    title: 'Identity',
    fields: [
      'name',
      'legal_form',
      'represented_by',
      'register_court',
      'registration_number',
      'vat_number',
      'brand_color',
      'legal_notice',
    ],
  },
  {
    title: 'Tax',
    fields: ['tax_kind', 'tax_name', 'tax_id_name', 'rounding', 'electronic_invoices', 'exemption_note'],
  },
  {
    title: 'Contact',
    fields: ['email', 'phone', 'address', 'postcode', 'city', 'state', 'country', 'map_point', 'domain'],
  },
  {
    title: 'Bank and terms',
    fields: [
      'account_holder',
      'bank_fields',
      'iban',
      'bic',
      'bank_code',
      'account_number',
      'bank_name',
      'payment_terms_days',
      'cash_discount_pct',
      'cash_discount_days',
      'small_rest',
    ],
  },
  {
    title: 'Money and times',
    fields: [
      'currency',
      'time_zone',
      'number_style',
      'date_style',
      'hour_style',
      'language',
      'first_weekday',
      'paper_size',
      'length_unit',
    ],
  },
]

/** The form of the company's settings. Input is kept until it is saved, and changes of other people are shown. */
export function CompanyForm({ stored }: { stored: CompanyValues }) {
  const queryClient = useQueryClient()
  const kept = useKeptEdits('company-settings', stored)
  const { values, conflicts, put, insist, forget } = kept
  const problems = companyProblems(values)
  const saving = useActMutation({
    mutationFn: saveCompany,
    onSuccess: async (saved, sent) => {
      queryClient.setQueryData(companySettingsQuery.queryKey, (known) => known && withSaved(known, saved, sent))
      forget(saved)
      await queryClient.invalidateQueries({ queryKey: companyKey })
      await queryClient.invalidateQueries({ queryKey: recentChangesKey })
      if (saved.length === 0) return
      const currency = sent.currency
      if (!saved.includes('currency') || !currency?.from) notifications.show({ message: 'The company is saved.' })
      else
        notifyWithUndo(`The company is saved. Amounts are shown in ${currency.to}.`, () =>
          saving.mutate({ currency: { from: currency.to, to: currency.from } }),
        )
    },
  })

  return (
    <div className={classes.columns}>
      <SettingsForm
        label="Company"
        fields={companyFields}
        kept={kept}
        problems={problems}
        saving={saving}
        ask={askAboutCurrency}
        notSaved="The company was not saved"
      >
        {groups.map(({ title, fields }) => (
          <section key={title} className={`${page.panel} ${classes.paper}`} aria-label={title}>
            <Title order={2} mb="md">
              {title}
            </Title>
            <div className={page.fields}>
              {fields
                .filter((field) => isAsked(field, values))
                .map((field) => (
                  <SettingField
                    key={field}
                    id={field}
                    label={companyLabel(field, values)}
                    required={field === 'name'}
                    wide={wide.includes(field)}
                    value={values[field]}
                    problem={problems[field]}
                    note={noteOf(field, values)}
                    onChange={(value) => put(field, value)}
                    theirs={conflicts.includes(field) ? stored[field] : undefined}
                    onTheirs={() => forget([field])}
                    onMine={() => insist(field)}
                    isColour={field === 'brand_color'}
                    {...(field === 'map_point' ? mapPoint : {})}
                    {...descriptionOf(field, values)}
                    {...(types[field] ? { type: types[field] } : {})}
                    {...(choices[field] ? { choices: choices[field] } : {})}
                  />
                ))}
            </div>
            {title === 'Identity' ? (
              <>
                <LettersLack values={values} />
                <ImprintLacks values={values} />
                <BrandExample typed={values.brand_color} />
              </>
            ) : null}
            {title === 'Money and times' ? <FormatsExample values={values} /> : null}
          </section>
        ))}
      </SettingsForm>
      <div className={classes.beside}>
        <LogoForm />
        <RecentChanges table="company_settings" labelOf={labelOf} />
      </div>
    </div>
  )
}

/** An account is named by an IBAN, or by two numbers, and a state by its country; what is filled in is always shown. */
function isAsked(field: CompanyField, values: CompanyValues): boolean {
  if (field === 'iban' || field === 'bic') return values.bank_fields === 'iban' || values[field] !== ''
  if (field === 'bank_code' || field === 'account_number') return values.bank_fields !== 'iban' || values[field] !== ''
  if (field === 'state') return stateName(values.country) !== null || values.state !== ''
  return true
}

/** Stored amounts are numbers without a currency, so another currency relabels them. */
function askAboutCurrency({ currency }: Edits<CompanyField>, go: () => void): void {
  if (!currency?.from || currency.from === currency.to) return go()
  confirmChange({
    title: `Use ${currency.to} in place of ${currency.from}?`,
    text: `Amounts are relabelled, not converted: what is saved as 100.00 ${currency.from} is shown as 100.00 ${currency.to}, for everybody and at once.`,
    confirm: `Use ${currency.to}`,
    onConfirm: go,
  })
}

/** The cached settings with the saved values, so that nothing flickers until they are read again. */
function withSaved(known: CompanyValues, saved: readonly CompanyField[], sent: Edits<CompanyField>): CompanyValues {
  const values = { ...known }
  for (const field of saved) values[field] = storedSetting(field, sent[field]?.to ?? '') ?? ''
  return values
}

function labelOf(_: SettingsChange, field: string): string {
  const known = companyFields.find((candidate) => candidate === field)
  return known ? companyLabels[known] : (otherLabels[field] ?? field.replaceAll('_', ' '))
}

const otherLabels: Readonly<Record<string, string>> = { logo_url: 'Logo' }

/** The note under a value. */
const noteOf = (field: CompanyField, values: CompanyValues): string | null =>
  field === 'vat_number' && values.tax_kind === 'vat'
    ? vatNote(values.vat_number, values.country)
    : field === 'iban'
      ? ibanNote(values.iban)
      : null

/** A right IBAN in groups of four, to compare with a paper of the bank. */
const ibanNote = (typed: string): string | null =>
  typed.trim() !== '' && ibanProblem(typed) === null ? readableIban(typed) : null

function vatNote(typed: string, country: string): string | null {
  const check = checkVatNumber(typed, countryCode(country))
  return check.kind === 'none' || check.kind === 'wrong' ? null : check.words
}

function choicesOf(styles: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(styles).map(([value, label]) => ({ value, label }))
}
