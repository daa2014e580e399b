const shape =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$/

/** True for one e-mail address without a name. `private.is_email` applies the same rule. */
export const isEmail = (text: string): boolean => text.length >= 6 && text.length <= 254 && shape.test(text)
