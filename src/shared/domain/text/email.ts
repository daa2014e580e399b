const shape =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$/

/** Whether a text is one e-mail address, without a name. Agrees with private.is_email. */
export const isEmail = (text: string): boolean => text.length >= 6 && text.length <= 254 && shape.test(text)
