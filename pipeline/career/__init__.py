"""The lines of a CV in Word or as text, and the rows of cv.csv that they are."""
