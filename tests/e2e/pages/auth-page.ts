import { expect, type Locator, type Page } from '@playwright/test'

/** `/auth` in its three modes. */
export class AuthPage {
  readonly email: Locator
  readonly password: Locator

  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.email = page.getByLabel('Email')
    this.password = page.getByRole('textbox', { name: 'Password' })
  }

  async open(address = '/auth') {
    await this.page.goto(address)
    await expect(this.email).toBeVisible()
  }

  async switchTo(link: 'Forgot your password?' | 'Create an account' | 'Back to sign in' | 'Sign in') {
    await this.page.getByRole('main').getByText(link, { exact: true }).and(this.page.locator('[type=button]')).click()
  }

  async signIn(email: string, password: string) {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async signUp(email: string, password: string) {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.page.getByRole('button', { name: 'Create account' }).click()
  }

  async askForReset(email: string) {
    await this.email.fill(email)
    await this.page.getByRole('button', { name: 'Send reset link' }).click()
  }
}
