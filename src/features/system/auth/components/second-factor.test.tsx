// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { Suspense } from 'react'
import { expectNoEnglish } from '@/kit/client-page/testing'
import type { Part } from '@/shared/domain/texts/part'
import { signInPart } from '@/shared/domain/texts/sign-in/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { PageLanguageContext } from '@/shared/hooks/language/page-language'
import { type Answers, grant, leave, open, serve, storeSession } from '../testing'
import { SecondFactorScreen } from './second-factor-screen'

afterEach(leave)

const factor = (id: string, name: string, updatedAt: string) => ({
  id,
  friendly_name: name,
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-01T08:00:00Z',
  updated_at: updatedAt,
})
const user = (factors: unknown[]): Answers => ({ 'GET /auth/v1/user': { body: { ...grant().user, factors } } })
const phone = factor('f-1', 'Phone', '2026-11-01T08:00:00Z')
const tablet = factor('f-2', 'Tablet', '2026-11-20T08:00:00Z')

describe('the second step of a sign-in', () => {
  test('says whose code it asks for, and a wrong one in words', async () => {
    const sent = serve({
      ...user([phone]),
      'POST /auth/v1/factors/f-1/challenge': { body: { id: 'c-1', type: 'totp', expires_at: 0 } },
      'POST /auth/v1/factors/f-1/verify': {
        status: 422,
        body: { code: 422, error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' },
      },
    })
    storeSession()
    open(<SecondFactorScreen wants="code" />)
    await screen.findByText('From the app on “Phone”')
    await userEvent.type(screen.getByLabelText('Six-digit code'), '123 456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('This code is wrong, or was used already.')
    expect(sent.filter(({ path }) => path.endsWith('/verify')).map(({ body }) => body)).toEqual([
      { challenge_id: 'c-1', code: '123456' },
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Six-digit code').value).toBe('')
  })

  test('is in the language of its reader, a refusal too', async () => {
    serve(user([phone]))
    storeSession()
    open(
      <PageLanguageContext value="de">
        <Suspense>
          <SecondFactorScreen wants="code" />
        </Suspense>
      </PageLanguageContext>,
    )
    await screen.findByText('Aus der App auf „Phone“')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Code eingeben')
    await userEvent.type(screen.getByLabelText('Sechsstelliger Code'), '12{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Geben Sie die sechs Ziffern ein')
    document.documentElement.lang = 'de'
    await expectNoEnglish('de', [signInPart as unknown as Part<Catalogue>])
  })

  test('of several devices offers the one that was used last, and the others', async () => {
    serve(user([phone, tablet]))
    storeSession()
    open(<SecondFactorScreen wants="code" />)
    const device = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Device' })
    expect(device.value).toBe('Tablet')
  })

  test('tells somebody without the device what to do', async () => {
    serve(user([phone]))
    storeSession()
    open(<SecondFactorScreen wants="code" />)
    await userEvent.click(await screen.findByRole('button', { name: 'I lost my device' }))
    screen.getByText(/Ask an administrator to remove your second factor at Staff/)
  })
})

describe('a person whom the company asks for a second factor', () => {
  test('gets a QR code and the same key to be typed; what was begun before is forgotten', async () => {
    const begun = { ...factor('old', 'Phone', '2026-11-02T08:00:00Z'), status: 'unverified' }
    const sent = serve({
      ...user([begun]),
      'DELETE /auth/v1/factors/old': { body: { id: 'old' } },
      'POST /auth/v1/factors': {
        body: {
          id: 'new',
          type: 'totp',
          friendly_name: 'Phone',
          totp: { qr_code: '', secret: 'ABCDEFGH', uri: 'otpauth://totp/Shop:me?secret=ABCDEFGH' },
        },
      },
    })
    storeSession()
    open(<SecondFactorScreen wants="enrol" />)
    await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    expect(screen.getByTestId('secret').textContent).toBe('ABCD EFGH')
    screen.getByText(/Your company asks for it/)
    expect(
      sent.filter(({ path }) => path.startsWith('/auth/v1/factors')).map(({ method, path }) => `${method} ${path}`),
    ).toEqual(['DELETE /auth/v1/factors/old', 'POST /auth/v1/factors'])
  })
})
