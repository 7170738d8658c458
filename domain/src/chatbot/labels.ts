export const chatbotLabels = {
  message: 'ご質問',
  session_id: '会話',
  'chatbot_history.question': 'ご質問',
  question: 'ご質問',
  answer: '回答',
} as const
