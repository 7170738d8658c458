/** Front door of the messages slice. */
export { contactColumns, eraseRepliesOf } from './queries.ts'
export { findCallCenter } from './call-center.ts'
export { mailAddress, mobileNumber, contactChannels, contactChannel } from './contact-channels.ts'
export { forgetOldReplies } from './erase-replies.ts'
