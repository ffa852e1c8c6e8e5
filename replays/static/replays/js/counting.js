// Counting a table: tap pieces, one seat after the other. Without this every seat has its selects.

import "./next-seat.js";
import { restoreDrafts } from "./drafts.js";
import { enhancePickers } from "./pickers.js";

restoreDrafts();
enhancePickers();
