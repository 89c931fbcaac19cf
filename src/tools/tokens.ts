export { checkedCounter, estimateTokens, type CountTokens } from "../model/tokens.js";
