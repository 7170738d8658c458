/** Whether a short message reaches this number, digits only as the API keeps it: 070, 080 and 090. */
export const isMobile = (phone: string): boolean => /^0[789]0\d{8}$/.test(phone)
