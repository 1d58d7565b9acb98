"""Words for editors: a short message on the talk page of somebody who edited between the markers."""
